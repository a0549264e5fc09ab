import assert from "node:assert/strict";
import { postings } from "./postings.ts";

Deno.test("each word has the entries that were added to it, also when others grow and extensions go", () => {
  const all = postings();
  const wanted: number[][] = Array.from({ length: 40 }, () => []);
  const entriesOf = (term: number) => {
    const start = all.start(term);
    return [...all.entries().subarray(start, start + all.count(term))];
  };
  // A word is in every n-th extension, so they grow by turns.
  const add = (from: number, to: number) => {
    for (let slot = from; slot < to; slot++) {
      for (let term = 0; term < 40; term++) {
        if (slot % (term + 1) !== 0) continue;
        all.add(term, slot, term);
        wanted[term]!.push(slot * 256 + term);
      }
    }
  };
  const check = () => wanted.forEach((list, term) => assert.deepEqual(entriesOf(term), list));
  add(0, 3_000);
  check();
  assert.equal(all.longest(), 0);
  assert.deepEqual([all.count(40), all.count(1_000_000)], [0, 0]);
  const used = all.entries().length;

  all.move(Int32Array.from({ length: 3_000 }, (_, slot) => slot < 10 ? -1 : slot - 10));
  for (const [term, list] of wanted.entries()) {
    wanted[term] = list.filter((entry) => entry >>> 8 >= 10).map((entry) => entry - 10 * 256);
  }
  check();
  add(2_990, 3_000);
  check();
  assert.equal(all.entries().length, used, "what was freed is used again");
});
