import assert from "node:assert/strict";
import { sideBySide } from "./side_by_side.ts";

Deno.test("items are worked on side by side, at most four at a time, and answered in order", async () => {
  let running = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const results = sideBySide([1, 2, 3, 4, 5, 6], async (item) => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      // The last of those that are waited for ends first.
      if (waiting.length === 4 || item === 6) waiting.splice(0).reverse().forEach((end) => end());
    });
    running--;
    return item * 10;
  });
  assert.deepEqual(await results, [10, 20, 30, 40, 50, 60]);
  assert.equal(most, 4);
});

Deno.test("after a failure nothing further begins, and what has begun ends first", async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const failing = sideBySide([1, 2, 3, 4, 5, 6], async (item) => {
    begun.push(item);
    if (item === 2) throw new Error("two");
    await Promise.resolve();
    await Promise.resolve();
    ended.push(item);
  });
  await assert.rejects(failing, /two/);
  assert.deepEqual([begun, ended], [[1, 2, 3, 4], [1, 3, 4]]);
});
