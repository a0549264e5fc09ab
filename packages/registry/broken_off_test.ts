import assert from "node:assert/strict";
import { listen, testRegistry } from "./testing.ts";

const HEAD = "host: localhost\r\norigin: http://registry.test\r\n";

/** Where a body is read as JSON, as a page's form and as a form of OAuth. */
const PLACES = [
  ["/api/auth/sign-in/username", "application/json"],
  ["/sign-in", "application/x-www-form-urlencoded"],
  ["/api/auth/oauth2/token", "application/x-www-form-urlencoded"],
] as const;

Deno.test("a request whose body breaks off is not a failure of the server", async () => {
  await using registry = await testRegistry();
  const answered: number[] = [];
  const all = Promise.withResolvers<void>();
  const failed: unknown[] = [];
  const listener = await listen(async (request, bindings) => {
    const response = await registry.app.fetch(request, bindings);
    answered.push(response.status);
    if (answered.length === 2 * PLACES.length) all.resolve();
    return response;
  }, { host: "127.0.0.1", port: 0, failed: (error) => failed.push(error) });
  try {
    for (const [path, type] of PLACES) {
      for (
        const body of [
          "content-length: 90\r\n\r\n{",
          "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n",
        ]
      ) {
        const connection = await Deno.connect({ hostname: "127.0.0.1", port: listener.port });
        const request = `POST ${path} HTTP/1.1\r\n${HEAD}content-type: ${type}\r\n${body}`;
        await connection.write(new TextEncoder().encode(request));
        connection.close();
      }
    }
    await all.promise;
    assert.ok(answered.every((status) => status >= 400 && status < 500), String(answered));
    assert.deepEqual(registry.logged.filter((line) => line.includes('"error"')), []);
    assert.deepEqual(failed, []);
  } finally {
    listener.abort();
    await listener.close();
  }
});
