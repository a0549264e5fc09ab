import assert from "node:assert/strict";
import { createBreaker, FAILURES, PAUSE } from "./breaker.ts";

function clocked() {
  let at = 0;
  const changes: string[] = [];
  const breaker = createBreaker({
    now: () => new Date(at),
    changed: (state, failures) => changes.push(`${state} ${failures}`),
  });
  return {
    breaker,
    changes,
    later: (ms: number) => at += ms,
    fail(times = FAILURES) {
      for (let n = 0; n < times; n++) breaker.pass()!.failed();
    },
  };
}

Deno.test("five failures in a row open it; an answer in between starts the count again", () => {
  const { breaker, changes, fail } = clocked();
  fail(FAILURES - 1);
  breaker.pass()!.answered();
  fail(FAILURES - 1);
  assert.equal(breaker.state(), "closed");
  fail(1);
  assert.equal(breaker.state(), "open");
  assert.equal(breaker.pass(), undefined);
  assert.deepEqual(changes, ["open 5"]);
});

Deno.test("no call passes during the pause; then one finds out, and the others wait for it", async () => {
  const { breaker, changes, fail, later } = clocked();
  fail();
  later(PAUSE - 1);
  assert.equal(await breaker.passOrProbe(), undefined);
  assert.deepEqual(breaker.pausedUntil(), new Date(PAUSE));
  later(1);
  assert.equal(breaker.state(), "half-open");
  assert.equal(breaker.pausedUntil(), undefined);
  assert.equal(breaker.pass(), undefined, "who cannot wait does not find out");
  const probe = (await breaker.passOrProbe())!;
  const [one, other] = [breaker.passOrProbe(), breaker.passOrProbe()];
  assert.ok(breaker.pausedUntil(), "while one finds out, others come back later");
  probe.answered();
  assert.ok(await one);
  assert.ok(await other);
  assert.equal(breaker.state(), "closed");
  assert.deepEqual(changes, ["open 5", "closed 0"]);
});

Deno.test("each probe that fails doubles the pause, up to five minutes; those that waited are sent away", async () => {
  const { breaker, changes, fail, later } = clocked();
  fail();
  const pauses: number[] = [];
  let at = 0;
  for (let n = 0; n < 6; n++) {
    const until = breaker.pausedUntil()!.getTime();
    pauses.push((until - at) / 1000);
    later(until - at);
    at = until;
    const probe = (await breaker.passOrProbe())!;
    const waiting = breaker.passOrProbe();
    probe.failed();
    assert.equal(await waiting, undefined);
  }
  assert.deepEqual(pauses, [30, 60, 120, 240, 300, 300]);
  assert.deepEqual(changes, ["open 5"]);
});

Deno.test("a call that was given up is a failure only when nobody had an answer since it began", () => {
  const { breaker } = clocked();
  const slow = Array.from({ length: FAILURES }, () => breaker.pass()!);
  breaker.pass()!.answered();
  for (const call of slow) call.givenUp();
  assert.deepEqual([breaker.state(), breaker.failures()], ["closed", 0]);
  for (let n = 0; n < FAILURES; n++) breaker.pass()!.givenUp();
  assert.equal(breaker.state(), "open");
});

Deno.test("what a call is told first counts, and one of before the pause does not end or prolong it", () => {
  const { breaker, fail, later } = clocked();
  const early = breaker.pass()!;
  const once = breaker.pass()!;
  once.answered();
  once.failed();
  assert.equal(breaker.failures(), 0);
  fail();
  later(PAUSE / 2);
  early.failed();
  assert.deepEqual(breaker.pausedUntil(), new Date(PAUSE));
});

Deno.test("when nobody finds out it closes long after the pause, and one failure opens it again", () => {
  const { breaker, fail, later } = clocked();
  fail();
  later(PAUSE + 5 * 60_000 - 1);
  assert.equal(breaker.pass(), undefined);
  later(1);
  fail(1);
  assert.equal(breaker.pass(), undefined);
  later(2 * PAUSE + 5 * 60_000);
  breaker.pass()!.answered();
  fail(1);
  assert.equal(breaker.state(), "closed");
});

Deno.test("a clock that is set back does not prolong the pause", async () => {
  const probed = clocked();
  probed.later(24 * 60 * 60_000);
  probed.fail();
  probed.later(-24 * 60 * 60_000);
  assert.equal(probed.breaker.pausedUntil(), undefined);
  (await probed.breaker.passOrProbe())!.answered();
  assert.equal(probed.breaker.state(), "closed");
  const unprobed = clocked();
  unprobed.later(24 * 60 * 60_000);
  unprobed.fail();
  unprobed.later(-24 * 60 * 60_000);
  assert.ok(unprobed.breaker.pass());
});
