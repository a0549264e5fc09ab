import assert from "node:assert/strict";
import { furtherParts, inParts, partName } from "./parts.ts";

const lengths = (entries: readonly unknown[]) => inParts(entries).map(({ length }) => length);

Deno.test("500 entries are one part, 501 are two, none is one that is empty", () => {
  const entries = Array.from({ length: 501 }, (_, id) => ({ id }));
  assert.deepEqual(lengths(entries.slice(1)), [500]);
  assert.deepEqual(lengths(entries), [500, 1]);
  assert.deepEqual(inParts([]), [[]]);
});

Deno.test("a megabyte is counted in bytes of UTF-8, and one entry is never divided", () => {
  const wide = "€".repeat(65_536);
  assert.deepEqual(lengths(Array.from({ length: 12 }, () => wide)), [5, 5, 2]);
  // Two quotes each: a million bytes are within, one more is not.
  assert.deepEqual(lengths(["x".repeat(499_998), "x".repeat(499_998)]), [2]);
  assert.deepEqual(lengths(["x".repeat(499_998), "x".repeat(499_999)]), [1, 1]);
  const huge = "x".repeat(2_000_000);
  assert.deepEqual(lengths([huge, huge]), [1, 1]);
});

Deno.test("the first part has the name alone, those behind it their number", () => {
  assert.deepEqual([partName("a", 1), partName("a", 2)], ["a", "a~2"]);
  assert.deepEqual(furtherParts("a", 3), ["a~2", "a~3"]);
  assert.deepEqual([furtherParts("a", 1), furtherParts("a", 0)], [[], []]);
});
