import assert from "node:assert/strict";
import { BUCKETS, decide } from "./decide.ts";
import { newPr } from "../../testing/stored.ts";
import { factsOf } from "./facts.ts";
import { withinLimit } from "./item.ts";
import { entryOf } from "./order.ts";

function entry(number: number) {
  const nothing = {
    head: null,
    checks: null,
    revision: null,
    pushedByBot: null,
    conversation: null,
    statuses: [],
  };
  const facts = factsOf(newPr(number), nothing);
  const rules = {
    needsClarificationLabels: [],
    reviewFocusStaleDays: 14,
    asOf: null,
    listed: true,
  };
  return entryOf(facts, decide(facts, rules), []);
}

const sorted = (numbers: readonly number[]) =>
  Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, bucket === "data incomplete" ? numbers.map(entry) : []]),
  ) as unknown as Parameters<typeof withinLimit>[0];

Deno.test("what no longer fits is named by number, and nothing is lost", () => {
  const { buckets } = withinLimit(sorted([1, 2, 3]));
  assert.equal(buckets["data incomplete"].length, 3);
  const one = JSON.stringify(buckets["data incomplete"][0]).length + 1;
  const cut = withinLimit(sorted([1, 2, 3]), one * 2);
  assert.deepEqual(cut.buckets["data incomplete"].map(({ number }) => number), [1, 2]);
  assert.deepEqual(cut.beyond, { "data incomplete": [3] });
});
