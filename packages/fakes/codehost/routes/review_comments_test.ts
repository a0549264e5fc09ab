import assert from "node:assert/strict";
import { startCodeHost } from "../codehost.ts";
import { startStory, STORY_TOKEN } from "../story.ts";

Deno.test("an answer belongs to the thread of the remark it answers", async () => {
  await using host = await startStory();
  const repo = "/repos/octocat/hello-world";
  const call = (method: string, path: string, body?: object) =>
    host.call(STORY_TOKEN, method, repo + path, body);
  const [pull] = await call("GET", "/pulls") as { number: number; head: { sha: string } }[];
  const at = `/pulls/${pull!.number}/comments`;
  const remark = { commit_id: pull!.head.sha, path: "translate.md", body: "Why?", line: 1 };
  const first = await call("POST", at, remark) as { id: number };
  await call("POST", `${at}/${first.id}/replies`, { body: "Because." });
  const all = await call("GET", at) as { body: string; in_reply_to_id?: number }[];
  assert.deepEqual(all.map(({ body, in_reply_to_id }) => [body, in_reply_to_id]), [
    ["Why?", undefined],
    ["Because.", first.id],
  ]);
  await assert.rejects(call("POST", `${at}/99/replies`, { body: "x" }), /404/);
});

Deno.test("who is asked for a review is listed until they have answered", async () => {
  await using host = await startCodeHost({
    tokens: { t1: "octocat", t2: "hubot" },
    repositories: [{ owner: "octocat", name: "one" }],
  });
  const repo = "/repos/octocat/one";
  await host.call("t1", "PUT", `${repo}/contents/a.md`, { message: "a", content: "YQ==" });
  const { object } = await host.call("t1", "GET", `${repo}/git/ref/heads/main`) as {
    object: { sha: string };
  };
  await host.call("t1", "POST", `${repo}/git/refs`, { ref: "refs/heads/b", sha: object.sha });
  const file = { message: "b", content: "Yg==", branch: "b" };
  await host.call("t1", "PUT", `${repo}/contents/b.md`, file);
  await host.call("t1", "POST", `${repo}/pulls`, { title: "B", head: "b", base: "main" });
  const asked = async () => {
    const pull = await host.call("t1", "GET", `${repo}/pulls/1`) as {
      requested_reviewers: { login: string }[];
    };
    return pull.requested_reviewers.map(({ login }) => login);
  };
  const ask = (reviewers: string[]) =>
    host.call("t1", "POST", `${repo}/pulls/1/requested_reviewers`, { reviewers });
  await ask(["hubot"]);
  assert.deepEqual(await asked(), ["hubot"]);
  await assert.rejects(ask(["octocat"]), /422 .*author/);
  await assert.rejects(ask(["nobody"]), /422 .*collaborators/);
  await host.call("t2", "POST", `${repo}/pulls/1/reviews`, { event: "APPROVE" });
  assert.deepEqual(await asked(), []);
});
