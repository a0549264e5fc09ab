import assert from "node:assert/strict";
import { piecesOf, SAMPLE_TOKENS } from "@svc/fakes/codehost";
import { startApi } from "../testing/api.ts";
import { runAll } from "../testing/run.ts";
import { model } from "./github_token_audit.ts";

const { text: TOKEN } = SAMPLE_TOKENS.classic;

const USER = { login: "octocat", id: 1, type: "User", name: "Mona" };

/** Audits against a server that is not the platform, and gives what is left of it. */
async function auditAgainst(answer: (path: string, authorization: string) => Response) {
  await using api = startApi(({ path, headers }) => answer(path, headers.get("authorization")!));
  const log: string[] = [];
  const { written, error } = await runAll(model, "audit", {}, {
    globalArgs: { token: TOKEN, baseUrl: api.url },
    log: (line) => log.push(line),
  });
  const seen = JSON.stringify([written, log, error?.message, error?.stack]);
  for (const piece of piecesOf(TOKEN)) assert.ok(!seen.includes(piece), `${piece} is seen`);
  return { found: written[0]?.data, error };
}

for (
  const [what, answer] of [
    ["an empty object", () => Response.json({})],
    ["null", () => Response.json(null)],
    ["a list", () => Response.json([USER])],
    ["no body", () => new Response(null, { status: 204 })],
    ["plain text", () => new Response("octocat")],
  ] as const
) {
  Deno.test(`${what} in place of an account is not a valid token, but a wrong address`, async () => {
    const { found, error } = await auditAgainst(answer);
    assert.equal(found, undefined);
    assert.match(error!.message, /is not the address of an API|address is not that of an API/);
  });
}

for (
  const [where, answer] of [
    ["a name", (echo: string) => Response.json({ ...USER, name: `you sent ${echo}` })],
    ["half a name", (echo: string) => Response.json({ ...USER, name: echo.slice(-20) })],
    ["a header", (echo: string) => Response.json(USER, { headers: { "x-oauth-scopes": echo } })],
    [
      "a refusal",
      (echo: string) => Response.json({ message: `suspended ${echo}` }, { status: 403 }),
    ],
    [
      "a failure",
      (echo: string) => Response.json({ message: `no ${echo}` }, { status: 422 }),
    ],
  ] as const
) {
  Deno.test(`a server that repeats the token in ${where} does not get it into data, log or error`, async () => {
    const { found } = await auditAgainst((path, authorization) =>
      path === "/user" ? answer(authorization) : Response.json({ message: "none" }, { status: 403 })
    );
    assert.equal(found?.reason, where === "a refusal" ? "suspended" : undefined);
  });
}

Deno.test("an account's name is stored as valid text", async () => {
  const { found, error } = await auditAgainst((path) =>
    path === "/user"
      ? new Response(JSON.stringify({ ...USER, name: "a\0b" }).replace("b", "b\\ud800"), {
        headers: { "content-type": "application/json" },
      })
      : Response.json({ message: "none" }, { status: 403 })
  );
  assert.equal(error, undefined);
  assert.equal((found!.identity as { name: string }).name, "ab\ufffd");
});

Deno.test("a limit that makes no sense is not known", async () => {
  const far = { limit: 1, remaining: 1, reset: Number.MAX_SAFE_INTEGER };
  for (const core of [undefined, {}, far, { ...far, reset: 1e300 }, { ...far, limit: "1" }]) {
    const { found, error } = await auditAgainst((path) =>
      Response.json(path === "/user" ? USER : { resources: { core } })
    );
    assert.equal(error, undefined);
    assert.equal(found!.rateLimit, null);
  }
});
