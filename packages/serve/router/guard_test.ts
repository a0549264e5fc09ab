import assert from "node:assert/strict";
import { callerNamed, namedCallers } from "../testing/callers.ts";
import { testServer } from "../testing/server.ts";

const body = JSON.stringify({ predicate: "true" });

Deno.test("with a cookie only a page of ours changes something: a browser adds it to requests of any page", async () => {
  const browser = { ...callerNamed("browser"), cookie: true };
  await using server = await testServer({ credentials: namedCallers(browser) });
  const post = async (headers: Record<string, string>) => {
    const response = await server.ask("/api/v1/data/query", "browser", {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await post({ origin: server.url }), 200);
  assert.equal(await post({ "sec-fetch-site": "same-origin" }), 200);
  assert.equal(await post({}), 403);
  assert.equal(await post({ "sec-fetch-site": "none" }), 403);
  assert.equal(await post({ origin: "https://evil.example" }), 403);
  const read = await server.ask("/api/v1/whoami", "browser");
  await read.body?.cancel();
  assert.equal(read.status, 200);
});

Deno.test("who is refused stands in the log with why, and no credential does", async () => {
  const reader = callerNamed("reader", { run: [], read: ["deploy"] });
  await using server = await testServer({ credentials: namedCallers(reader) });
  const start = "/api/v1/behaviors/deploy/methods/apply/runs";
  const refused = await server.ask(start, "reader", { method: "POST" });
  assert.equal(refused.status, 403);
  assert.match((await refused.json()).hint, /token create <name> --allow deploy:apply$/);
  const line = server.logged.map((text) => JSON.parse(text))
    .find(({ event }) => event === "access.denied");
  assert.equal(line.operation, "runs.start");
  assert.equal(line.code, "forbidden");
  assert.equal(line.by, "token:reader");
  assert.equal(line.address, "127.0.0.1");
});

Deno.test("the address of a caller is what a trusted proxy says, and nobody else", async () => {
  for (const [proxies, expected] of [[[], "127.0.0.1"], [["127.0.0.1"], "10.1.2.3"]] as const) {
    const given = proxies.length === 0
      ? {}
      : { "behind-proxy": proxies, "public-url": "https://serve.example.org" };
    const credentials = namedCallers(callerNamed("reader", { run: [], read: ["deploy"] }));
    await using server = await testServer({ credentials }, { given });
    const headers = { "x-forwarded-for": "6.6.6.6, 10.1.2.3" };
    const start = "/api/v1/behaviors/deploy/methods/apply/runs";
    const response = await server.ask(start, "reader", { method: "POST", headers });
    await response.body?.cancel();
    const line = server.logged.map((text) => JSON.parse(text))
      .find(({ event }) => event === "access.denied");
    assert.equal(line.address, expected);
  }
});

for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
  Deno.test(`${method} where it is not taken is answered with what is, before anybody is asked who they are`, async () => {
    await using server = await testServer();
    const response = await server.ask("/api/v1/runs", undefined, { method });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get("allow"), "GET, HEAD");
    assert.equal((await response.json()).code, "method_not_allowed");
  });
}
