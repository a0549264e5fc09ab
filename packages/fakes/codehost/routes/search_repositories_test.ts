import assert from "node:assert/strict";
import { startCodeHost } from "../codehost.ts";

/** Three repositories of one owner, and people who star some of them. */
const start = () =>
  startCodeHost({
    tokens: { t1: "octocat", t2: "hubot", t3: "ada" },
    repositories: [
      { owner: "octocat", name: "one", language: "TypeScript" },
      { owner: "octocat", name: "two", language: "Rust" },
      { owner: "octocat", name: "hidden", private: true },
    ],
  });

async function names(host: Awaited<ReturnType<typeof start>>, token: string, query: string) {
  const path = `/search/repositories?${new URLSearchParams({ q: query, sort: "stars" })}`;
  const { items } = await host.call(token, "GET", path) as { items: { name: string }[] };
  return items.map((item) => item.name);
}

Deno.test("the most stars come first, and a repository shows the same number", async () => {
  await using host = await start();
  for (const token of ["t2", "t3"]) await host.call(token, "PUT", "/user/starred/octocat/two");
  await host.call("t2", "PUT", "/user/starred/octocat/one");
  assert.deepEqual(await names(host, "t3", "created:>=2020-01-01"), ["two", "one"]);
  const two = await host.call("t1", "GET", "/repos/octocat/two");
  assert.equal((two as { stargazers_count: number }).stargazers_count, 2);
  await host.call("t2", "DELETE", "/user/starred/octocat/two");
  await host.call("t3", "DELETE", "/user/starred/octocat/two");
  assert.deepEqual(await names(host, "t3", "created:>=2020-01-01"), ["one", "two"]);
});

Deno.test("starred twice is one star, and others' private repositories cannot be starred", async () => {
  await using host = await start();
  await host.call("t2", "PUT", "/user/starred/octocat/one");
  await host.call("t2", "PUT", "/user/starred/octocat/one");
  const one = await host.call("t1", "GET", "/repos/octocat/one");
  assert.equal((one as { stargazers_count: number }).stargazers_count, 1);
  await assert.rejects(host.call("t2", "PUT", "/user/starred/octocat/hidden"), /404/);
  await assert.rejects(host.call("t3", "GET", "/user/starred/octocat/one"), /404/);
});

Deno.test("a search is narrowed by day of creation and by language", async () => {
  await using host = await start();
  const tomorrow = new Date(Date.now() + 86_400_000 * 2).toISOString().slice(0, 10);
  assert.deepEqual(await names(host, "t2", `created:>=${tomorrow}`), []);
  assert.deepEqual(await names(host, "t2", 'created:>=2020-01-01 language:"Rust"'), ["two"]);
});

Deno.test("a search without words is refused, and nothing beyond the first thousand is given", async () => {
  await using host = await start();
  await assert.rejects(host.call("t1", "GET", "/search/repositories?q=%20"), /422/);
  await assert.rejects(
    host.call("t1", "GET", "/search/repositories?q=x&per_page=100&page=12"),
    /422/,
  );
});
