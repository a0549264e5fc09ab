import assert from "node:assert/strict";
import { ensure, start, writes } from "../testing/on_host.ts";

const names = (data: Record<string, unknown>) =>
  (data.repos as { fullName: string }[]).map((one) => one.fullName).sort();

Deno.test("sync lists all repositories of the token's own account", async () => {
  await using host = await start();
  await host.call("t1", "POST", "/user/repos", { name: "hidden", private: true });
  const from = host.received.length;
  const { spec, name, data } = await ensure(host, "sync", {});
  assert.deepEqual([spec, name], ["repos", "repos"]);
  assert.deepEqual(names(data), ["octocat/hello-world", "octocat/hidden", "octocat/old"]);
  assert.deepEqual([data.owner, data.count, data.visibility], ["octocat", 3, "all"]);
  assert.equal(data.truncated, false);
  const old = (data.repos as Record<string, unknown>[]).find((one) => one.name === "old")!;
  assert.deepEqual([old.archived, old.private, old.fork], [true, false, false]);
  assert.deepEqual(writes(host, from), []);
});

Deno.test("another user's repositories are the public ones, never the token's own", async () => {
  await using host = await start();
  const { data } = await ensure(host, "sync", {}, { globalArgs: { owner: "hubot" } });
  assert.deepEqual(names(data), ["hubot/robot"]);
  assert.equal(data.visibility, "public-only");
});

Deno.test("whose account it is does not depend on capitals", async () => {
  await using host = await start();
  const { data } = await ensure(host, "sync", {}, { globalArgs: { owner: "OctoCat" } });
  assert.equal(data.visibility, "all");
});

Deno.test("an organisation's repositories are listed with isOrg", async () => {
  await using host = await start();
  await host.call("t1", "POST", "/orgs/github/repos", { name: "inside", private: true });
  const { data } = await ensure(host, "sync", {}, { globalArgs: { owner: "github", isOrg: true } });
  assert.deepEqual(names(data), ["github/inside", "github/site"]);
});

Deno.test("the token of an app's installation belongs to no user", async () => {
  await using host = await start();
  const message = "Resource not accessible by integration";
  host.failNext("GET /user", 403, { message }, 1);
  const { data } = await ensure(host, "sync", {});
  assert.deepEqual([names(data), data.visibility], [
    ["octocat/hello-world", "octocat/old"],
    "public-only",
  ]);
});

Deno.test("an invalid token proves nothing and is told apart from an empty list", async () => {
  await using host = await start();
  for (const isOrg of [false, true]) {
    await assert.rejects(
      ensure(host, "sync", {}, { globalArgs: { token: "wrong", owner: "github", isOrg } }),
      (error: Error) =>
        /not valid or has expired/.test(error.message) && !/wrong/.test(error.message),
    );
  }
});

Deno.test("more than 5,000 repositories are cut, and the list says so", async () => {
  await using host = await start();
  let page = 1;
  const answer = () => {
    const link = `<${host.url}/user/repos?page=${++page}>; rel="next"`;
    return Response.json([], { headers: { link } });
  };
  host.answerNext("/user/repos", answer, 60);
  const { data } = await ensure(host, "sync", {});
  assert.equal(data.truncated, true);
  assert.equal(host.received.filter(({ path }) => path.startsWith("/user/repos")).length, 50);
});
