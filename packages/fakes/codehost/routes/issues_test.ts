import assert from "node:assert/strict";
import { startCodeHost } from "../codehost.ts";
import { startStory, STORY_TOKEN } from "../story.ts";

Deno.test("a pull request is an issue, too, and says so", async () => {
  await using host = await startStory();
  const repo = "/repos/octocat/hello-world";
  const [pull] = await host.call(STORY_TOKEN, "GET", `${repo}/pulls`) as { number: number }[];
  const issue = await host.call(STORY_TOKEN, "GET", `${repo}/issues/${pull!.number}`);
  assert.ok((issue as { pull_request?: object }).pull_request);
});

Deno.test("comments are given from a time on", async () => {
  await using host = await startStory();
  const path = "/repos/octocat/hello-world/issues/3/comments";
  await host.call(STORY_TOKEN, "POST", path, { body: "First" });
  const count = async (since: string) =>
    (await host.call(STORY_TOKEN, "GET", `${path}?since=${since}`) as unknown[]).length;
  assert.equal(await count("2020-01-01T00:00:00Z"), 1);
  assert.equal(await count("2100-01-01T00:00:00Z"), 0);
});

Deno.test("a repository without issues answers 410", async () => {
  await using host = await startCodeHost({
    tokens: { t1: "octocat" },
    repositories: [{ owner: "octocat", name: "one" }],
  });
  await host.call("t1", "PATCH", "/repos/octocat/one", { has_issues: false });
  const creating = host.call("t1", "POST", "/repos/octocat/one/issues", { title: "x" });
  await assert.rejects(creating, /410 .*Issues are disabled/);
});
