import assert from "node:assert/strict";
import { type CodeHost, startCodeHost } from "../codehost.ts";
import { startStory, STORY_TOKEN } from "../story.ts";

const search = async (host: CodeHost, token: string, kind: string, query: string) => {
  const answer = await host.call(token, "GET", `/search/${kind}?q=${encodeURIComponent(query)}`);
  return (answer as { items: { title?: string; path?: string }[] }).items
    .map((item) => item.title ?? item.path);
};

Deno.test("several places widen a search of issues, as on the platform", async () => {
  const names = ["one", "two", "three"];
  await using host = await startCodeHost({
    tokens: { t1: "octocat" },
    repositories: names.map((name) => ({ owner: "octocat", name })),
  });
  for (const name of names) {
    await host.call("t1", "POST", `/repos/octocat/${name}/issues`, { title: `Leak ${name}` });
  }
  const found = await search(host, "t1", "issues", "leak repo:octocat/one repo:octocat/two");
  assert.deepEqual(found.sort(), ["Leak one", "Leak two"]);
});

Deno.test("is:issue and is:pr tell issues and pull requests apart", async () => {
  await using host = await startStory();
  const issues = await search(host, STORY_TOKEN, "issues", "is:issue repo:octocat/hello-world");
  const pulls = await search(host, STORY_TOKEN, "issues", "is:pr repo:octocat/hello-world");
  assert.deepEqual(issues.sort(), ["Greet in more languages", "Says goodbye"]);
  assert.deepEqual(pulls.sort(), ["Add greet-by-name", "Add translate"]);
});

Deno.test("code is searched on the default branch, and needs a term", async () => {
  await using host = await startStory();
  const path = "/repos/octocat/hello-world";
  const main = await host.call(STORY_TOKEN, "GET", `${path}/git/ref/heads/main`);
  const { sha } = (main as { object: { sha: string } }).object;
  await host.call(STORY_TOKEN, "POST", `${path}/git/refs`, { ref: "refs/heads/other", sha });
  for (const branch of ["main", "other"]) {
    await host.call(STORY_TOKEN, "PUT", `${path}/contents/${branch}.txt`, {
      message: branch,
      content: btoa("needle"),
      branch,
    });
  }
  assert.deepEqual(await search(host, STORY_TOKEN, "code", "needle"), ["main.txt"]);
  await assert.rejects(search(host, STORY_TOKEN, "code", "repo:octocat/hello-world"), /422/);
});

Deno.test("only members see members who do not show themselves", async () => {
  await using host = await startCodeHost({
    tokens: { t1: "octocat", t2: "mallory" },
    organizations: [{ login: "acme", members: [{ login: "octocat", role: "member" }] }],
    repositories: [],
  });
  const count = async (token: string) =>
    (await host.call(token, "GET", "/orgs/acme/members") as unknown[]).length;
  assert.deepEqual([await count("t1"), await count("t2")], [1, 0]);
  await assert.rejects(host.call("t2", "PUT", "/orgs/acme/public_members/octocat"), /403/);
  await host.call("t1", "PUT", "/orgs/acme/public_members/octocat");
  assert.equal(await count("t2"), 1);
});
