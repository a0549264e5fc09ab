import assert from "node:assert/strict";
import fc from "fast-check";
import { isIssueNumber } from "./mod.ts";

Deno.test("an issue number is a safe positive integer (reference wire 1.6)", () => {
  fc.assert(fc.property(fc.maxSafeNat(), (n) => isIssueNumber(n) === n > 0));
  for (const n of [0, -1, 1.5, NaN, Infinity, Number.MAX_SAFE_INTEGER + 1]) {
    assert.equal(isIssueNumber(n), false, String(n));
  }
});
