import assert from "node:assert/strict";
import { createBursts } from "./bursts.ts";
import { createClock } from "./clock.ts";

const START = "2030-01-01T00:00:00Z";

/** Calls that begin and end, until one is refused: how many, and the seconds to wait. */
function callsUntilRefused(write: (number: number) => boolean) {
  const clock = createClock();
  clock.set(START);
  const bursts = createBursts(clock);
  for (let number = 0;; number++) {
    const wait = bursts.begin("octocat", write(number));
    if (wait !== undefined) return { calls: number, wait, clock, bursts };
    bursts.end("octocat");
  }
}

Deno.test("900 reads or 80 writes a minute, and 900 points of both", () => {
  assert.equal(callsUntilRefused(() => false).calls, 900);
  assert.equal(callsUntilRefused(() => true).calls, 80);
  // 79 writes are 395 points, which leaves 505 reads.
  assert.equal(callsUntilRefused((number) => number < 79).calls, 79 + 505);
});

Deno.test("the refused call does not count, and the next may come when it says", () => {
  const { wait, clock, bursts } = callsUntilRefused(() => false);
  assert.equal(wait, 60);
  clock.advance(59);
  assert.equal(bursts.begin("octocat", false), 1);
  clock.advance(1);
  assert.equal(bursts.begin("octocat", false), undefined);
});

Deno.test("accounts are counted apart", () => {
  const { bursts } = callsUntilRefused(() => false);
  assert.equal(bursts.begin("hubot", false), undefined);
  assert.equal(bursts.begin(null, false), undefined);
});

Deno.test("100 calls may run at once", () => {
  const bursts = createBursts(createClock());
  for (let number = 0; number < 100; number++) {
    assert.equal(bursts.begin("octocat", false), undefined);
  }
  assert.notEqual(bursts.begin("octocat", false), undefined);
  bursts.end("octocat");
  assert.equal(bursts.begin("octocat", false), undefined);
});
