import assert from "node:assert/strict";
import type { Listed } from "./pages.ts";
import { apiState, pullRequestSchema, toPullRequest } from "./pull_request.ts";

const ANSWER = {
  number: 7,
  title: "A\0 title",
  state: "open",
  user: { login: "octocat" },
  head: { ref: "topic", sha: "a".repeat(40) },
  base: { ref: "main" },
  labels: [{ name: "bug" }],
  html_url: "https://github.com/o/r/pull/7",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-02T00:00:00Z",
  merged_at: null,
} as unknown as Listed<"GET /repos/{owner}/{repo}/pulls">;

Deno.test("an answer becomes the catalogue's shape, its text fit to be stored", () => {
  const pull = toPullRequest(ANSWER);
  assert.deepEqual(pullRequestSchema.parse(pull), pull);
  assert.deepEqual([pull.title, pull.draft, pull.author], ["A title", false, "octocat"]);
  assert.equal(toPullRequest({ ...ANSWER, user: null, draft: true }).author, null);
});

Deno.test("merged is a state of its own, told by the merge time", () => {
  const merged = { ...ANSWER, state: "closed", merged_at: "2026-01-03T00:00:00Z" };
  assert.equal(toPullRequest(merged).state, "merged");
  assert.equal(toPullRequest({ ...ANSWER, state: "closed" }).state, "closed");
  assert.equal(apiState("merged"), "closed");
});
