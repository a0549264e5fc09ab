import assert from "node:assert/strict";
import { startStory, STORY_TOKEN } from "../story.ts";

Deno.test("nobody approves their own pull request; a comment is a review like any other", async () => {
  await using host = await startStory();
  const repo = "/repos/octocat/hello-world";
  const [pull] = await host.call(STORY_TOKEN, "GET", `${repo}/pulls`) as { number: number }[];
  const reviews = `${repo}/pulls/${pull!.number}/reviews`;
  const review = (event: string) => host.call(STORY_TOKEN, "POST", reviews, { event, body: "x" });
  await assert.rejects(review("APPROVE"), /422 .*your own pull request/);
  await review("COMMENT");
  const states = await host.call(STORY_TOKEN, "GET", reviews) as { state: string }[];
  assert.deepEqual(states.map((one) => one.state), ["COMMENTED"]);
});
