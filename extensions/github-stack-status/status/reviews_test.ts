import assert from "node:assert/strict";
import { reviewSummary } from "./reviews.ts";

const review = (login: string | null, state: string) => ({
  user: login === null ? null : { login },
  state,
});

const decision = (reviews: [string | null, string][], pending: string[] = []) =>
  reviewSummary(reviews.map(([login, state]) => review(login, state)), "author", pending)
    .reviewDecision;

Deno.test("the last word of each reviewer counts", () => {
  assert.equal(decision([["a", "CHANGES_REQUESTED"], ["a", "APPROVED"]]), "approved");
  assert.equal(decision([["a", "APPROVED"], ["a", "CHANGES_REQUESTED"]]), "changes-requested");
  assert.equal(decision([["a", "APPROVED"], ["b", "CHANGES_REQUESTED"]]), "changes-requested");
  assert.equal(decision([["a", "CHANGES_REQUESTED"], ["a", "DISMISSED"]]), null);
});

Deno.test("a later comment takes nothing back, a first one decides nothing", () => {
  assert.equal(decision([["a", "APPROVED"], ["a", "COMMENTED"]]), "approved");
  assert.equal(decision([["a", "CHANGES_REQUESTED"], ["a", "COMMENTED"]]), "changes-requested");
  assert.equal(decision([["a", "COMMENTED"]]), null);
});

Deno.test("authors, deleted accounts and reviews not sent yet do not count", () => {
  assert.equal(decision([["author", "APPROVED"], [null, "APPROVED"], ["a", "PENDING"]]), null);
});

Deno.test("while somebody who was asked has not answered, an approval is not enough", () => {
  assert.equal(decision([], ["a"]), "review-required");
  assert.equal(decision([["a", "APPROVED"]], ["b"]), "review-required");
  assert.equal(decision([["b", "CHANGES_REQUESTED"]], ["b"]), "review-required");
  assert.equal(decision([["a", "CHANGES_REQUESTED"]], ["b"]), "changes-requested");
});

Deno.test("each reviewer is listed once with their last word", () => {
  const { reviewers, pendingReviewers } = reviewSummary(
    [review("a", "COMMENTED"), review("b", "APPROVED"), review("a", "APPROVED")],
    null,
    ["team:core"],
  );
  assert.deepEqual(reviewers, [{ login: "a", state: "approved" }, {
    login: "b",
    state: "approved",
  }]);
  assert.deepEqual(pendingReviewers, ["team:core"]);
});
