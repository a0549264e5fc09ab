import assert from "node:assert/strict";
import { startCodeHost } from "../host.ts";
import type { CodeHost } from "../host_shape.ts";

const start = () =>
  startCodeHost({ tokens: { t1: "octocat" }, repositories: [{ owner: "octocat", name: "one" }] });

const ISSUES = "/repos/octocat/one/issues";

const titles = async (host: CodeHost) =>
  (await host.call("t1", "GET", ISSUES) as { title: string }[]).map((issue) => issue.title);

const create = (host: CodeHost, title: string) => host.call("t1", "POST", ISSUES, { title });

Deno.test("a planned failure comes before the effect, as often as planned", async () => {
  await using host = await start();
  host.failNext(`POST ${ISSUES}`, 503, {}, 2);
  await assert.rejects(create(host, "a"), /503/);
  assert.deepEqual(await titles(host), [], "another method is served");
  await assert.rejects(create(host, "a"), /503/);
  await create(host, "a");
  assert.deepEqual(await titles(host), ["a"]);
});

Deno.test("a planned failure has the message and headers it was given", async () => {
  await using host = await start();
  host.failNext("/user", 403, { message: "Not today", headers: { "retry-after": "9" } });
  const answer = await fetch(`${host.url}/user`);
  assert.equal(answer.headers.get("retry-after"), "9");
  assert.equal((await answer.json()).message, "Not today");
});

Deno.test("a lost answer ends the connection after the effect", async () => {
  await using host = await start();
  host.loseNext(`POST ${ISSUES}`);
  await assert.rejects(create(host, "a"), TypeError);
  assert.deepEqual(await titles(host), ["a"]);
});

Deno.test("an answer lost within its body has begun, and cannot be read to its end", async () => {
  await using host = await start();
  host.loseNext(`POST ${ISSUES}`, "within");
  const answer = await fetch(host.url + ISSUES, {
    method: "POST",
    headers: { authorization: "Bearer t1" },
    body: JSON.stringify({ title: "a" }),
  });
  assert.equal(answer.status, 201);
  await assert.rejects(answer.text());
  assert.deepEqual(await titles(host), ["a"]);
});

Deno.test("a fault for what is not a request is refused at once", async () => {
  await using host = await start();
  assert.throws(() => host.failNext("user", 500), /is not like \/user or GET \/user/);
});
