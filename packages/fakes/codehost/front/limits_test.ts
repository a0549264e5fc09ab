import assert from "node:assert/strict";
import { startCodeHost } from "../host.ts";
import type { CodeHost } from "../host_shape.ts";

const start = () =>
  startCodeHost({ tokens: { t1: "octocat" }, repositories: [{ owner: "octocat", name: "one" }] });

async function ask(host: CodeHost, path: string, token: string | null = "t1", more = {}) {
  const headers = { ...token === null ? {} : { authorization: `Bearer ${token}` }, ...more };
  const answer = await fetch(host.url + path, { headers });
  const text = await answer.text();
  const limit = (name: string) => answer.headers.get(`x-ratelimit-${name}`);
  return {
    status: answer.status,
    headers: answer.headers,
    body: text === "" ? undefined : JSON.parse(text),
    left: [limit("resource"), limit("limit"), limit("used"), limit("remaining")].join(" "),
  };
}

Deno.test("each answer counts against its caller's hourly limit, and says what is left", async () => {
  await using host = await start();
  assert.equal((await ask(host, "/user")).left, "core 5000 1 4999");
  assert.equal((await ask(host, "/repos/octocat/none")).left, "core 5000 2 4998");
  assert.equal((await ask(host, "/repos/octocat/one", null)).left, "core 60 1 59");
});

Deno.test("asking for the limit is free", async () => {
  await using host = await start();
  await ask(host, "/user");
  const { body, left } = await ask(host, "/rate_limit");
  assert.equal(left, "core 5000 1 4999");
  const { limit, used, remaining } = body.resources.core;
  assert.deepEqual([limit, used, remaining], [5000, 1, 4999]);
  assert.equal(body.resources.search.limit, 30);
});

Deno.test("over the limit, calls are refused until the time that the answer names", async () => {
  await using host = await start();
  host.clock.set("2030-01-01T00:00:00Z");
  host.limits.set("octocat", "core", { used: 4999 });
  assert.equal((await ask(host, "/user")).status, 200);
  const { status, body, headers, left } = await ask(host, "/user");
  assert.deepEqual([status, left], [403, "core 5000 5000 0"]);
  assert.match(body.message, /^API rate limit exceeded for/);
  assert.equal(Number(headers.get("x-ratelimit-reset")), Date.parse("2030-01-01T01:00:00Z") / 1000);
  assert.equal((await ask(host, "/repos/octocat/one", null)).status, 200, "others may still call");
  host.clock.advance(3600);
  assert.equal((await ask(host, "/user")).left, "core 5000 1 4999");
});

Deno.test("a used-up limit can be 429, and without any header", async () => {
  await using host = await start();
  host.limits.set("octocat", "core", { used: 5000 });
  host.limits.manner = { status: 429, headers: false };
  const { status, headers } = await ask(host, "/user");
  assert.equal(status, 429);
  assert.equal([...headers.keys()].filter((name) => /ratelimit|retry/.test(name)).length, 0);
});

Deno.test("a limit on bursts refuses so many calls, with the seconds to wait or without", async () => {
  await using host = await start();
  for (
    const [manner, status, wait] of [
      [{}, 403, "60"],
      [{ status: 429, retryAfter: 5 } as const, 429, "5"],
      [{ headers: false }, 403, null],
    ] as const
  ) {
    host.limits.slowDown(manner);
    const slowed = await ask(host, "/user");
    assert.deepEqual([slowed.status, slowed.headers.get("retry-after")], [status, wait]);
    assert.match(slowed.body.message, /secondary rate limit/);
    assert.notEqual(slowed.headers.get("x-ratelimit-remaining"), "0");
    assert.equal((await ask(host, "/user")).status, 200);
  }
});

Deno.test("a server without limits sends no headers, and has no page for them", async () => {
  await using host = await start();
  host.limits.enabled = false;
  assert.equal((await ask(host, "/user")).left.trim(), "");
  const { status, body } = await ask(host, "/rate_limit");
  assert.deepEqual([status, body.message], [404, "Rate limiting is not enabled."]);
});

Deno.test("an enterprise server names its version, below its own address", async () => {
  await using host = await start();
  assert.match(
    (await ask(host, "/api/v3/user")).headers.get("x-github-enterprise-version")!,
    /^3\./,
  );
  assert.equal((await ask(host, "/user")).headers.get("x-github-enterprise-version"), null);
});

Deno.test("what has not changed is 304 and free, with a token", async () => {
  await using host = await start();
  const first = await ask(host, "/repos/octocat/one");
  const known = { "if-none-match": first.headers.get("etag")! };
  const again = await ask(host, "/repos/octocat/one", "t1", known);
  assert.deepEqual([again.status, again.body, again.left], [304, undefined, "core 5000 1 4999"]);
  await host.call("t1", "PATCH", "/repos/octocat/one", { description: "Changed" });
  const changed = await ask(host, "/repos/octocat/one", "t1", known);
  assert.deepEqual([changed.status, changed.body.description], [200, "Changed"]);
  assert.notEqual(changed.headers.get("etag"), first.headers.get("etag"));
});

Deno.test("an ETag belongs to one token, address and media type", async () => {
  await using host = await start();
  const first = await ask(host, "/repos/octocat/one");
  const known = { "if-none-match": first.headers.get("etag")! };
  const other = { ...known, accept: "application/vnd.github+json" };
  assert.equal((await ask(host, "/repos/octocat/one", "t1", other)).status, 200);
  assert.equal((await ask(host, "/repos/octocat/one", null, known)).status, 200);
  assert.equal((await ask(host, "/repos/octocat/one?a=", "t1", known)).status, 200);
  host.violations.splice(0);
});

Deno.test("without a token, an answer that has not changed is not free", async () => {
  await using host = await start();
  const { headers } = await ask(host, "/repos/octocat/one", null);
  const known = { "if-none-match": headers.get("etag")! };
  const again = await ask(host, "/repos/octocat/one", null, known);
  assert.deepEqual([again.status, again.left], [304, "core 60 2 58"]);
});
