import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import { SCOPE_NAMES } from "@svc/core/scope";
import { freePort } from "@svc/fakes/port";
import fc from "fast-check";
import { temporaryConfig } from "../testing/host.ts";
import { listeningRegistry, loggedIn } from "../testing/registry.ts";
import { assertMayUse, type FeatureScope } from "./feature.ts";

const FEATURES: readonly FeatureScope[] = ["vault:*", "datastore:*"];
const TOKEN = `svc_org_${"a".repeat(32)}`;
const PERSONAL = `svc_${"a".repeat(32)}`;

/** What the gate says in an environment: nothing, or its refusal. */
async function gate(env: Record<string, string>, scope: FeatureScope = "vault:*") {
  const asking = { host: { env: (name: string) => env[name] }, warn: () => {} };
  try {
    await assertMayUse(asking as unknown as Parameters<typeof assertMayUse>[0], scope);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof SvcError, String(error));
    const said = `${error.message} ${error.hint}`;
    assert.ok(!said.includes(env.SVC_API_KEY ?? TOKEN), "a refusal holds no key");
    return { code: error.code, said };
  }
}

/** A server that answers `whoami` with whatever it is told to. */
async function answering(answer: () => Response) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, answer);
  const config = await temporaryConfig();
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    env: (key: string) => ({
      XDG_CONFIG_HOME: config.path,
      SVC_CLUB_URL: url,
      SVC_API_KEY: key,
    }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await config[Symbol.asyncDispose]();
    },
  };
}

Deno.test("spec 4.5, 5.4: a login or a token with the scope may, everybody else may not", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  await on.createCollective(ada.cookie, "acme");
  const tokenWith = async (scopes: string) => {
    const made = await ada.svc(
      ["auth", "token", "create", "--collective", "acme", "--scopes", scopes, "--json"],
    );
    assert.equal(made.exit, 0, made.stderr);
    return JSON.parse(made.stdout) as { key: string; id: string };
  };
  const env = { XDG_CONFIG_HOME: ada.config };
  const withKey = (key: string) => ({ ...env, SVC_API_KEY: key, SVC_CLUB_URL: on.url });

  // A personal key carries all scopes implicitly.
  for (const scope of FEATURES) assert.equal(await gate(env, scope), undefined, scope);

  // A collective token must hold the scope explicitly; another kind's wildcard is not it.
  const vault = await tokenWith("vault:*");
  assert.equal(await gate(withKey(vault.key), "vault:*"), undefined);
  const other = await gate(withKey(vault.key), "datastore:*");
  assert.equal(other?.code, "missing_scope");
  assert.match(other.said, /datastore:\* scope.*--scopes datastore:\*/);
  const rest = SCOPE_NAMES.filter((scope) => !(FEATURES as readonly string[]).includes(scope));
  const all = await tokenWith(rest.join(","));
  for (const scope of FEATURES) {
    assert.equal((await gate(withKey(all.key), scope))?.code, "missing_scope", scope);
  }

  // A revoked token and a revoked personal key are unknown.
  await ada.svc(["auth", "token", "revoke", vault.id, "--collective", "acme"]);
  assert.equal((await gate(withKey(vault.key)))?.code, "invalid_api_key");
  const { apiKey } = JSON.parse(await Deno.readTextFile(`${ada.config}/svc/auth.json`));
  assert.equal(await gate(withKey(apiKey)), undefined);
  assert.equal((await ada.svc(["auth", "logout"])).exit, 0);
  const revoked = await gate(withKey(apiKey));
  assert.equal(revoked?.code, "invalid_api_key");
  assert.doesNotMatch(revoked.said, /could not be checked/);

  // Nobody at all.
  const nobody = await gate({ ...env, SVC_CLUB_URL: on.url });
  assert.equal(nobody?.code, "not_authenticated");
  assert.match(
    nobody.said,
    /needs a login: Not authenticated: You are not logged in to http.*svc auth login/,
  );
});

Deno.test("a server that cannot be reached is never a yes, for either kind of key", async () => {
  await using config = await temporaryConfig();
  const port = freePort();
  for (const key of [TOKEN, PERSONAL]) {
    const refused = await gate({
      XDG_CONFIG_HOME: config.path,
      SVC_CLUB_URL: `http://127.0.0.1:${port}`,
      SVC_API_KEY: key,
    });
    assert.equal(refused?.code, "server_unreachable");
    assert.match(refused.said, /yours could not be checked: Could not connect: http/);
  }
});

Deno.test("a key stored for another server is not sent to the one SVC_CLUB_URL names", async () => {
  await using on = await listeningRegistry();
  await using ada = await loggedIn(on, "ada");
  let asked = 0;
  await using stranger = await answering(() => {
    asked++;
    return Response.json({ authenticated: true, username: "ada" });
  });
  const { SVC_CLUB_URL } = stranger.env("");
  const refused = await gate({ XDG_CONFIG_HOME: ada.config, SVC_CLUB_URL });
  assert.equal(refused?.code, "not_authenticated");
  assert.equal(asked, 0);
});

Deno.test("what a server answers is a yes in the two forms of whoami only", async () => {
  let answer: unknown;
  await using server = await answering(() => Response.json(answer));
  const rows: [unknown, string, string | undefined][] = [
    [{ authenticated: true, username: "ada" }, PERSONAL, undefined],
    [{ authenticated: true, collectiveToken: true, scopes: ["vault:*"] }, TOKEN, undefined],
    // A person's form for a token would give it every scope.
    [{ authenticated: true, username: "ada" }, TOKEN, "unavailable"],
    [{ authenticated: true, username: "ada", scopes: ["vault:*"] }, TOKEN, "unavailable"],
    [{ authenticated: true, collectiveToken: "yes", scopes: ["vault:*"] }, TOKEN, "unavailable"],
    [{ authenticated: true, collectiveToken: true }, TOKEN, "unavailable"],
    [{ authenticated: true, collectiveToken: true, scopes: "vault:*" }, TOKEN, "unavailable"],
    [{ authenticated: true, collectiveToken: true, scopes: [{}, "vault:*"] }, TOKEN, "unavailable"],
    [{ authenticated: true, collectiveToken: true, scopes: [] }, TOKEN, "missing_scope"],
    [
      { authenticated: true, collectiveToken: true, scopes: ["*", "vault"] },
      TOKEN,
      "missing_scope",
    ],
    // A personal key that turns out to act as a collective is held to its scopes.
    [{ authenticated: true, collectiveToken: true, scopes: [] }, PERSONAL, "missing_scope"],
    [{ authenticated: true }, PERSONAL, "unavailable"],
    [{ authenticated: true, username: "" }, PERSONAL, "unavailable"],
    [{ authenticated: false }, PERSONAL, "invalid_api_key"],
    [{}, PERSONAL, "invalid_api_key"],
    [[], PERSONAL, "unavailable"],
    ["yes", PERSONAL, "unavailable"],
    [null, PERSONAL, "unavailable"],
  ];
  for (const [given, key, code] of rows) {
    answer = given;
    assert.equal((await gate(server.env(key)))?.code, code, `${JSON.stringify(given)} ${key}`);
  }
});

Deno.test("no answer without the scope itself passes a token, whatever it looks like", async () => {
  let answer = "";
  await using server = await answering(() => new Response(answer));
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.array(fc.string()), async (any, scopes) => {
      fc.pre(!JSON.stringify(any).includes("vault:*") && !scopes.includes("vault:*"));
      for (const given of [any, { authenticated: true, collectiveToken: true, scopes, any }]) {
        answer = JSON.stringify(given);
        assert.notEqual(await gate(server.env(TOKEN)), undefined, answer);
      }
    }),
    { numRuns: 50 },
  );
});
