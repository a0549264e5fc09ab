import assert from "node:assert/strict";
import { callPace, READ_POINTS, WRITE_POINTS } from "./call_pace.ts";

/** A clock that only waits move. */
function manualClock() {
  let time = 1_000_000;
  return {
    now: () => time,
    wait(milliseconds: number) {
      time += milliseconds;
      return Promise.resolve();
    },
    pass: (milliseconds: number) => time += milliseconds,
  };
}

/** The most points that were spent in any minute. */
function mostInAMinute(calls: readonly { at: number; points: number }[]): number {
  return Math.max(
    ...calls.map(({ at: end }) =>
      calls.filter(({ at }) => at > end - 60_000 && at <= end)
        .reduce((sum, { points }) => sum + points, 0)
    ),
  );
}

Deno.test("calls go at once up to what a minute takes, the others as that minute passes", async () => {
  const clock = manualClock();
  const start = clock.now();
  const waits: number[] = [];
  const paced = callPace((seconds) => waits.push(seconds), clock);
  for (let number = 0; number < 850; number++) await paced(READ_POINTS);
  assert.deepEqual([clock.now() - start, waits], [0, []]);
  await paced(READ_POINTS);
  assert.deepEqual([clock.now() - start, waits], [60_000, [60]]);
});

Deno.test("no minute costs more than the platform takes, whatever the calls and their times", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const clock = manualClock();
    const paced = callPace(() => {}, clock);
    const calls: { at: number; points: number }[] = [];
    let random = seed;
    for (let number = 0; number < 1500; number++) {
      random = (random * 48271) % 2147483647;
      clock.pass(random % 90);
      const points = random % 4 === 0 ? WRITE_POINTS : READ_POINTS;
      await paced(points);
      calls.push({ at: clock.now(), points });
    }
    assert.ok(mostInAMinute(calls) <= 850, `seed ${seed}: ${mostInAMinute(calls)}`);
    assert.ok(mostInAMinute(calls) > 840, "no slower than it has to be");
  }
});

Deno.test("calls keep their order while they wait", async () => {
  const paced = callPace(() => {}, manualClock());
  const order: number[] = [];
  await Promise.all(
    Array.from({ length: 900 }, (_, number) => paced(READ_POINTS).then(() => order.push(number))),
  );
  assert.deepEqual(order, order.toSorted((a, b) => a - b));
});
