import assert from "node:assert/strict";
import fc from "fast-check";
import { type Placed, stackOrder } from "./order.ts";

const pull = (number: number, base: string, branch?: string, mergedAt?: string): Placed => ({
  number,
  base,
  branch,
  mergedAt: mergedAt ?? null,
});

const five = [
  pull(11, "main", "a"),
  pull(12, "a", "b"),
  pull(13, "b", "c"),
  pull(14, "c", "d"),
  pull(15, "d", "e"),
];

const numbersOf = (pulls: readonly Placed[]) => pulls.map(({ number }) => number);

Deno.test("a stack of five in any order is put base to tip", () => {
  const shuffled = fc.shuffledSubarray(five, { minLength: 5, maxLength: 5 });
  fc.assert(fc.property(shuffled, (pulls) => {
    const { ordered, pulls: line, branches } = stackOrder(pulls);
    assert.equal(ordered, true);
    assert.deepEqual(numbersOf(line), [11, 12, 13, 14, 15]);
    assert.deepEqual(branches, []);
  }));
});

Deno.test("a forked stack keeps the given order and lists each line", () => {
  const forked = [
    pull(13, "a", "c"),
    pull(12, "a", "b"),
    pull(11, "main", "a"),
    pull(14, "b", "d"),
  ];
  assert.deepEqual(stackOrder(forked), {
    ordered: false,
    pulls: forked,
    branches: [{ base: "main", numbers: [11, 13] }, { base: "main", numbers: [11, 12, 14] }],
  });
});

Deno.test("two stacks beside each other are no single line", () => {
  const { ordered, branches } = stackOrder([pull(1, "main", "a"), pull(2, "next", "b")]);
  assert.equal(ordered, false);
  assert.deepEqual(branches, [{ base: "main", numbers: [1] }, { base: "next", numbers: [2] }]);
});

Deno.test("one pull request is a stack of one", () => {
  assert.deepEqual(stackOrder([pull(1, "main", "a")]).ordered, true);
});

Deno.test("a branch of that name in a fork carries nothing", () => {
  // Where its head is in a fork, a pull request has no branch of the repository.
  assert.equal(stackOrder([pull(1, "main", "a"), pull(2, "a", undefined)]).ordered, true);
  assert.equal(stackOrder([pull(1, "main", undefined), pull(2, "a", "b")]).ordered, false);
});

Deno.test("branches that stand on each other in a circle end, and are no line", () => {
  const { ordered, branches } = stackOrder([pull(1, "b", "a"), pull(2, "a", "b")]);
  assert.equal(ordered, false);
  assert.deepEqual(branches, []);
  assert.equal(
    stackOrder([pull(1, "b", "a"), pull(2, "a", "b"), pull(3, "a", "c")]).ordered,
    false,
  );
});

Deno.test("merged ones come first, in the order they were merged, when the rest is a line", () => {
  const pulls = [
    pull(4, "c", "d"),
    pull(2, "main", "b", "2026-01-02T00:00:00Z"),
    pull(3, "main", "c"),
    pull(1, "main", "a", "2026-01-01T00:00:00Z"),
  ];
  const { ordered, pulls: line } = stackOrder(pulls);
  assert.equal(ordered, true);
  assert.deepEqual(numbersOf(line), [1, 2, 3, 4]);
});

Deno.test("whatever stands on whatever, none is lost and every line ends", () => {
  const branch = fc.constantFrom("a", "b", "c", "d", undefined);
  const base = fc.constantFrom("main", "a", "b", "c", "d");
  const merged = fc.constantFrom(null, "2026-01-01T00:00:00Z");
  const pulls = fc.uniqueArray(
    fc.record({ number: fc.integer({ min: 1, max: 9 }), branch, base, mergedAt: merged }),
    { selector: ({ number }) => number },
  );
  fc.assert(fc.property(pulls, (given) => {
    const { ordered, pulls: line, branches } = stackOrder(given);
    assert.deepEqual(numbersOf(line).sort(), numbersOf(given).sort());
    if (!ordered) assert.deepEqual(line, given);
    for (const { numbers } of branches) assert.equal(new Set(numbers).size, numbers.length);
  }));
});
