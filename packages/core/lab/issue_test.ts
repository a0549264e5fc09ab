import assert from "node:assert/strict";
import fc from "fast-check";
import { isIssueNumber, ISSUE_LIMITS, ISSUE_STATUSES, ISSUE_TYPES } from "./mod.ts";

Deno.test("an issue number is a safe positive integer (reference wire 1.6)", () => {
  fc.assert(fc.property(fc.maxSafeNat(), (n) => isIssueNumber(n) === n > 0));
  for (const n of [0, -1, 1.5, NaN, Infinity, Number.MAX_SAFE_INTEGER + 1]) {
    assert.equal(isIssueNumber(n), false, String(n));
  }
});

Deno.test("types, statuses and sizes of an issue are those of the reference (wire 1.6)", () => {
  assert.equal(ISSUE_TYPES.join(" "), "bug feature security platform");
  assert.equal(ISSUE_STATUSES.join(" "), "open triaged in_progress shipped closed");
  assert.deepEqual(ISSUE_LIMITS, {
    title: 200,
    body: 65_536,
    comment: 65_536,
    lifecycleSummary: 2000,
    lifecyclePayloadBytes: 16_384,
    assignees: 20,
    page: 100,
  });
});
