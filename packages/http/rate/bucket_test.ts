import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import fc from "fast-check";
import { buckets } from "./bucket.ts";

function waitOf(take: () => void): number | undefined {
  try {
    take();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof SvcError && error.code === "rate_limited");
    return Number(error.details?.find(({ path }) => path === "retry-after")?.message);
  }
}

Deno.test("a burst passes, the next one is told how long to wait, and after that wait it passes", () => {
  let time = 0;
  const { take } = buckets({ burst: 3, perMinute: 6 }, () => time);
  for (let count = 0; count < 3; count++) assert.equal(waitOf(() => take("a")), undefined);
  const wait = waitOf(() => take("a"));
  assert.equal(wait, 10);
  time += wait! * 1000;
  assert.equal(waitOf(() => take("a")), undefined);
  assert.equal(waitOf(() => take("a")), 10);
});

Deno.test("one key's use does not slow another", () => {
  const { take } = buckets({ burst: 1, perMinute: 1 }, () => 0);
  take("a");
  assert.equal(waitOf(() => take("b")), undefined);
});

Deno.test("what is given back can be taken again, and never more than the burst", () => {
  const { take, giveBack } = buckets({ burst: 2, perMinute: 1 }, () => 0);
  take("a");
  take("a");
  giveBack("a");
  giveBack("a");
  giveBack("a");
  take("a");
  take("a");
  assert.ok(waitOf(() => take("a")));
});

Deno.test("no sequence of requests gets more than burst plus refill", () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ wait: fc.nat(5000), tries: fc.nat(5) }), { maxLength: 40 }),
      (steps) => {
        let time = 0;
        const { take } = buckets({ burst: 5, perMinute: 60 }, () => time);
        let passed = 0;
        for (const { wait, tries } of steps) {
          time += wait;
          for (let count = 0; count < tries; count++) {
            if (waitOf(() => take("a")) === undefined) passed++;
          }
        }
        assert.ok(passed <= 5 + time / 1000 + 1e-6);
      },
    ),
  );
});

Deno.test("a clock that steps back neither blocks for ever nor gives a new burst", () => {
  let time = 100_000;
  const { take } = buckets({ burst: 1, perMinute: 60 }, () => time);
  take("a");
  time = 0;
  assert.equal(waitOf(() => take("a")), 1);
  time = 1000;
  assert.equal(waitOf(() => take("a")), undefined);
});
