import assert from "node:assert/strict";
import { lists } from "./lists.ts";

function listAt({ starts, numbers }: ReturnType<typeof lists>, slot: number): number[] {
  const start = starts[slot]!;
  return [...numbers.subarray(start + 1, start + 1 + numbers[start]!)];
}

Deno.test("each slot has the list it was given last, and lists that changed take no room for ever", () => {
  const all = lists();
  const wanted: number[][] = [];
  for (let turn = 0; turn < 200; turn++) {
    for (let slot = 0; slot < 50; slot++) {
      const list = Array.from({ length: (slot * 7 + turn) % 5 }, (_, n) => slot + turn * n);
      all.set(slot, wanted[slot] = list);
    }
  }
  wanted.forEach((list, slot) => assert.deepEqual(listAt(all, slot), list));
  assert.ok(all.numbers.length <= 4096, `${all.numbers.length} for ${50 * 3} numbers`);
  all.move(7, 2);
  all.truncate(5);
  assert.deepEqual(listAt(all, 2), wanted[7]);
  assert.deepEqual(listAt(all, 4), wanted[4]);
  all.set(5, []);
  assert.deepEqual(listAt(all, 5), []);
});
