import assert from "node:assert/strict";
import { callerNamed, namedCallers } from "./testing/callers.ts";
import { testServer } from "./testing/server.ts";

Deno.test("a caller is told who it is and what it may do", async () => {
  const rights = { run: [{ behavior: "deploy", method: "*" }], read: ["site-*"] };
  await using server = await testServer({ credentials: namedCallers(callerNamed("ci", rights)) });
  const response = await server.ask("/api/v1/whoami", "ci");
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  assert.deepEqual(await response.json(), {
    kind: "token",
    name: "ci",
    expiresAt: null,
    rights: { run: ["deploy"], read: ["site-*"] },
  });
});

Deno.test("a stranger is refused with how to present a credential", async () => {
  await using server = await testServer();
  const response = await server.ask("/api/v1/whoami");
  assert.equal(response.status, 401);
  assert.equal(response.headers.get("www-authenticate"), 'Bearer realm="svc"');
  assert.equal((await response.json()).code, "not_authenticated");
});

Deno.test("one server is running on a repository; a second is told of the first", async () => {
  await using first = await testServer();
  await assert.rejects(
    () => testServer({}, { repository: first.repository }),
    (error: Error & { code: string }) => {
      assert.equal(error.code, "conflict");
      assert.ok(error.message.includes(`process ${Deno.pid} `), error.message);
      assert.ok(error.message.endsWith(`at ${first.url}`), error.message);
      return true;
    },
  );
  await first.server.stop();
  await using second = await testServer({}, { repository: first.repository });
  assert.equal((await second.ask("/api/v1/whoami", "ada")).status, 200);
});

Deno.test("a port that is taken is told with what to do", async () => {
  await using first = await testServer();
  await assert.rejects(
    () => testServer({}, { given: { port: Number(new URL(first.url).port) } }),
    { code: "unavailable", hint: /--port/ },
  );
});

Deno.test("a repository in which nothing can be written is named in the log at the start", async () => {
  await using good = await testServer();
  assert.deepEqual(good.logged, []);
  await good.server.stop();
  const { state } = good.repository;
  await Deno.remove(`${state}/locks`, { recursive: true });
  await Deno.writeTextFile(`${state}/locks`, "");
  await using server = await testServer({}, { repository: good.repository });
  assert.match(server.logged.join(), /repository\.read_only.*no method can run/);
});

Deno.test("a server whose repository is gone is not ready, and is again once it is back", async () => {
  await using server = await testServer();
  const { root } = server.repository;
  const status = async () => {
    const answer = await server.ask("/ready");
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await status(), 200);
  await Deno.rename(root, `${root}-away`);
  assert.equal(await status(), 503);
  await Deno.rename(`${root}-away`, root);
  assert.equal(await status(), 200);
});
