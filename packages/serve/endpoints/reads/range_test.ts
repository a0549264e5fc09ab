import assert from "node:assert/strict";
import { rangeOf } from "./range.ts";

Deno.test("one range of bytes is taken, bounded by the end", () => {
  assert.deepEqual(rangeOf("bytes=0-0", 10), { start: 0, end: 1 });
  assert.deepEqual(rangeOf("bytes=3-5", 10), { start: 3, end: 6 });
  assert.deepEqual(rangeOf("bytes=3-", 10), { start: 3, end: 10 });
  assert.deepEqual(rangeOf("bytes=9-99", 10), { start: 9, end: 10 });
  assert.deepEqual(rangeOf("bytes=-3", 10), { start: 7, end: 10 });
  assert.deepEqual(rangeOf("bytes=-99", 10), { start: 0, end: 10 });
});

Deno.test("a range behind the end, or of nothing, cannot be given", () => {
  for (const header of ["bytes=10-", "bytes=10-12", "bytes=-0"]) {
    assert.equal(rangeOf(header, 10), "unsatisfiable", header);
  }
  assert.equal(rangeOf("bytes=0-", 0), "unsatisfiable");
});

Deno.test("what is not a single range of bytes counts for nothing", () => {
  const others = [
    null,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=5-3",
    "bytes=0-1,3-4",
    "items=0-1",
  ];
  for (const header of [...others, "bytes=a-b", "bytes=1-9999999999999999", "bytes=0x1-2"]) {
    assert.equal(rangeOf(header, 10), undefined, String(header));
  }
});
