import assert from "node:assert/strict";
import { lastWords, readReview } from "./reviews.ts";

const at = (second: number) => `2026-11-01T00:00:0${second}Z`;
const review = (login: string | null, state: string, second = 1) =>
  readReview({
    id: second,
    user: login === null ? null : { login },
    state,
    submitted_at: at(second),
    commit_id: "c".repeat(40),
  });

Deno.test("the last word of each reviewer counts, and one request for changes decides", () => {
  const { reviewers, reviewDecision } = lastWords(
    [
      review("ann", "CHANGES_REQUESTED", 1),
      review("bob", "APPROVED", 2),
      review("ann", "APPROVED", 3),
      review("cid", "CHANGES_REQUESTED", 4),
    ],
    "octocat",
    [],
  );
  assert.equal(reviewDecision, "changes-requested");
  assert.deepEqual(reviewers.map(({ login, state, at }) => [login, state, at]), [
    ["ann", "approved", at(3)],
    ["bob", "approved", at(2)],
    ["cid", "changes-requested", at(4)],
  ]);
});

Deno.test("a comment takes back neither an approval nor a request for changes, but follows a dismissal", () => {
  const after = (state: string) =>
    lastWords([review("ann", state, 1), review("ann", "COMMENTED", 2)], null, []).reviewers[0]!;
  assert.equal(after("APPROVED").state, "approved");
  assert.equal(after("CHANGES_REQUESTED").state, "changes-requested");
  assert.equal(after("DISMISSED").state, "commented");
  assert.equal(after("APPROVED").at, at(2), "the time they spoke last");
});

Deno.test("authors, deleted accounts, pending and unknown reviews say nothing", () => {
  const pending = readReview({ id: 1, user: { login: "ann" }, state: "PENDING" });
  const { reviewers, reviewDecision } = lastWords(
    [review("octocat", "APPROVED"), review(null, "APPROVED"), pending, review("bob", "SHRUGGED")],
    "octocat",
    [],
  );
  assert.deepEqual([reviewers, reviewDecision], [[], null]);
});

Deno.test("who was asked again has not answered yet", () => {
  const words = (state: string) => lastWords([review("ann", state)], null, ["ann"]);
  assert.equal(words("APPROVED").reviewDecision, "review-required");
  assert.equal(words("CHANGES_REQUESTED").reviewDecision, "review-required");
  assert.equal(lastWords([], null, ["team:core"]).reviewDecision, "review-required");
  assert.equal(
    lastWords([review("bob", "CHANGES_REQUESTED")], null, ["ann"]).reviewDecision,
    "changes-requested",
    "what another one has asked for still has to be done",
  );
});
