import assert from "node:assert/strict";
import { uncheckedText } from "./unchecked.ts";

Deno.test("points that could not be checked are counted beside a grade, and nothing is said of none", () => {
  const text = (uncheckedPoints?: number, maxPoints?: number) =>
    uncheckedText({ uncheckedPoints, maxPoints });
  assert.equal(text(2, 14), "2 of 14 points could not be checked");
  assert.equal(text(0, 14), undefined);
  assert.equal(text(undefined, 14), undefined, "an older registry does not say");
  assert.equal(text(2, undefined), undefined);
});
