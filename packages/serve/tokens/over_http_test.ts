import assert from "node:assert/strict";
import { GREET, modelText } from "../../runtime/testing/extension.ts";
import { greeterRepository } from "../../runtime/testing/repository.ts";
import { openServing } from "../open.ts";
import { parseRunnable } from "../rights/rights.ts";
import type { State } from "../state/open.ts";
import { testServer } from "../testing/server.ts";
import { createToken, revokeToken } from "./operator.ts";
import { createLoginToken } from "./people.ts";

/** A real server over the behavior `hello`, and its tokens. */
async function scene() {
  const stack = new AsyncDisposableStack();
  const { repository } = stack.use(await greeterRepository(modelText(GREET)));
  let state: State | undefined;
  const server = stack.use(
    await testServer({}, {
      repository,
      open: (ground, running) => {
        state = ground.state;
        return openServing(ground, running);
      },
    }),
  );
  const rights = { run: [parseRunnable("hello:greet")], read: [] };
  const token = createToken(state!, { name: "ci", rights, expiresAt: null, by: "x" }, new Date());
  return {
    server,
    state: state!,
    rights,
    token: token.text,
    /** Sends bytes as they are, and gives the answer's first line and everything. */
    async raw(...parts: (string | Uint8Array)[]): Promise<{ status: number; text: string }> {
      const { hostname, port } = new URL(server.url);
      using connection = await Deno.connect({ hostname, port: Number(port) });
      const answer = new Response(connection.readable).text().catch(() => "");
      const writer = connection.writable.getWriter();
      try {
        for (const part of parts) {
          await writer.write(typeof part === "string" ? new TextEncoder().encode(part) : part);
        }
      } catch {
        // It has been answered and closed before all was sent.
      }
      const text = await answer;
      return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const request = (...headers: string[]) =>
  ["GET /api/v1/whoami HTTP/1.1", "host: 127.0.0.1", "connection: close", ...headers, "", ""]
    .join("\r\n");

Deno.test("a token is let in, and its secret is in no answer and no log", async () => {
  await using on = await scene();
  const good = await on.raw(request(`authorization: Bearer ${on.token}`));
  assert.equal(good.status, 200, good.text);
  await on.raw(request(`authorization: Bearer ${on.token}0`));
  await on.raw(request(`authorization: Bearer cj.${on.token.split(".")[1]}`));
  const secret = on.token.split(".")[1]!;
  assert.ok(!good.text.includes(secret));
  assert.ok(!on.server.logged.join("").includes(secret));
});

Deno.test("ten megabytes of a header are cut off, and the next caller is answered", async () => {
  await using on = await scene();
  const chunk = "x".repeat(100_000);
  const { status } = await on.raw(
    "GET /api/v1/whoami HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ci.",
    ...Array.from({ length: 100 }, () => chunk),
    "\r\nconnection: close\r\n\r\n",
  );
  assert.ok([0, 431].includes(status), String(status));
  assert.equal((await on.server.ask("/api/v1/whoami", on.token)).status, 200);
});

Deno.test("two Authorization headers, control characters and bytes that look like others let nobody in", async () => {
  await using on = await scene();
  const bearer = `authorization: Bearer ${on.token}`;
  const bytes = (text: string) => new TextEncoder().encode(text);
  const secret = on.token.split(".")[1]!;
  const hostile: (string | Uint8Array)[] = [
    request(bearer, bearer),
    request(bearer, "authorization: Basic eDp5"),
    request(`${bearer}\0`),
    request(`authorization: Bearer ci\0.${secret}`),
    request(`authorization: Bearer\u00a0${on.token}`),
    bytes(request(`authorization: Bearer сi.${secret}`)),
    bytes(request(`authorization: Bearer ci．${secret}`)),
    bytes(request(`authorization: Bearer \u202eci.${secret}`)),
    request(`authorization: Bearer ci.${secret.slice(0, 32)}`, ` ${secret.slice(32)}`),
    request(`authorization: Bearer __proto__.${secret}`),
    request(`authorization: Bearer constructor.${secret}`),
    request(`x-api-key: ${on.token}`, `cookie: token=${on.token}`, `proxy-${bearer}`),
    request().replace("/whoami", `/whoami?token=${on.token}&access_token=${on.token}`),
  ];
  for (const one of hostile) {
    const { status, text } = await on.raw(one);
    assert.ok([400, 401, 429].includes(status), `${JSON.stringify(String(one))}: ${text}`);
  }
  assert.equal((await on.server.ask("/api/v1/whoami", on.token)).status, 200);
});

Deno.test("a revoked token is refused by the next request, also where answers are prepared", async () => {
  await using on = await scene();
  const paths = ["/api/v1/whoami", "/api/v1/behaviors", "/api/v1/behaviors/hello", "/api/v1/data"];
  const statuses = async () => {
    const found: number[] = [];
    for (const path of paths) {
      const response = await on.server.ask(path, on.token);
      await response.body?.cancel();
      found.push(response.status);
    }
    return found;
  };
  for (let count = 0; count < 3; count++) assert.deepEqual(await statuses(), [200, 200, 200, 200]);
  revokeToken(on.state, "ci", "x", new Date());
  assert.deepEqual(await statuses(), [401, 401, 401, 401]);
});

Deno.test("without the mode oauth nobody is let in by a login of before", async () => {
  await using on = await scene();
  const principal = { sub: "1", username: "ada", email: null, collectives: [], groups: [] };
  const expiresAt = new Date(Date.now() + 3_600_000);
  const login = createLoginToken(on.state, { principal, rights: on.rights, expiresAt }, new Date());
  assert.equal((await on.server.ask("/api/v1/whoami", login.text)).status, 200, "made just now");
  await on.server.server.stop();
  await using again = await testServer({}, {
    repository: on.server.repository,
    open: openServing,
  });
  assert.equal((await again.ask("/api/v1/whoami", login.text)).status, 401);
  assert.equal((await again.ask("/api/v1/whoami", on.token)).status, 200);
});
