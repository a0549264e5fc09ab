import assert from "node:assert/strict";
import { startStore } from "../testing/store.ts";
import { verify } from "../verifier.ts";

Deno.test("a store that keeps conditions can be used, and nothing of the check stays behind", async () => {
  await using store = await startStore();
  const health = await verify(store.client, "@svc/s3");
  assert.equal(health.healthy, true, health.message);
  assert.match(health.message, /^s3:\/\/team-[\w-]+\/data\/ at 127\.0\.0\.1:\d+ can be used$/);
  assert.deepEqual((await store.client.list("objects/")).objects, []);
});

Deno.test("a store without conditional writes is refused", async () => {
  await using store = await startStore(undefined, { addConditions: false });
  const health = await verify(store.client, "@svc/s3");
  assert.equal(health.healthy, false);
  assert.match(health.message, /no conditional writes.*use a store that supports If-Match/);
});

Deno.test("a store that keeps one of the two conditions is refused", async () => {
  await using store = await startStore();
  for (const name of ["if-none-match", "if-match"] as const) {
    store.front.ignored = new Set([name]);
    const { healthy, message } = await verify(store.client, "@svc/s3");
    assert.equal(healthy, false, name);
    assert.match(message, /no conditional writes: it replaced an object/, name);
  }
});

Deno.test("a store that gives every object one ETag is refused", async () => {
  await using store = await startStore();
  store.front.intercept = async (request, forward) => {
    const given = request.headers.get("if-match");
    if (given !== null) {
      return new Response(null, { headers: { etag: '"same"' } });
    }
    const answer = await forward();
    const headers = new Headers(answer.headers);
    if (headers.has("etag")) headers.set("etag", '"same"');
    return new Response(answer.body, { status: answer.status, headers });
  };
  const health = await verify(store.client, "@svc/s3");
  assert.equal(health.healthy, false);
  assert.match(health.message, /one ETag/);
});

Deno.test("a store that gives another object is refused", async () => {
  await using store = await startStore();
  store.front.intercept = async ({ method, headers }, forward) =>
    method === "GET" && !headers.has("if-none-match")
      ? new Response(crypto.randomUUID(), { headers: { etag: '"x"' } })
      : await forward();
  const health = await verify(store.client, "@svc/s3");
  assert.match(health.message, /another object/);
});

Deno.test("what else is wrong is said as well", async () => {
  await using store = await startStore();
  const wrong = store.clientOf({ secret: "wrong" });
  const health = await verify(wrong, "@svc/s3");
  assert.equal(health.healthy, false);
  assert.match(health.message, /403 SignatureDoesNotMatch.*credentials/);
});
