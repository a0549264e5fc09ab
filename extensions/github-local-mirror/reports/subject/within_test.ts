import assert from "node:assert/strict";
import { newestWithin } from "./within.ts";

Deno.test("the newest that fit are kept in their order, and the older ones counted", () => {
  assert.deepEqual(newestWithin([1, 2, 3], 100), { kept: [1, 2, 3], beyond: 0 });
  assert.deepEqual(newestWithin([1, 2, 3], 4), { kept: [2, 3], beyond: 1 });
  assert.deepEqual(newestWithin([1, 2, 3], 3), { kept: [3], beyond: 2 });
  assert.deepEqual(newestWithin([], 0), { kept: [], beyond: 0 });
});
