import assert from "node:assert/strict";
import { createTimer } from "../testing/timer.ts";
import { poll, realTimer } from "./poll.ts";

const signal = new AbortController().signal;

Deno.test("a poll ends with the first answer, and waits the interval between questions", async () => {
  const timer = createTimer();
  let asked = 0;
  const answer = await poll(() => Promise.resolve(++asked === 3 ? "done" : undefined), {
    timer,
    timeoutMs: 60_000,
    intervalMs: 5_000,
    signal,
  });
  assert.equal(answer, "done");
  assert.deepEqual(timer.waits, [5_000, 5_000]);
});

Deno.test("a poll asks again when its time is up, then gives up", async () => {
  const timer = createTimer();
  const times: number[] = [];
  const answer = await poll((elapsed) => {
    times.push(elapsed);
    return Promise.resolve(undefined);
  }, { timer, timeoutMs: 12_000, intervalMs: 5_000, signal });
  assert.equal(answer, undefined);
  assert.deepEqual(times, [0, 5_000, 10_000, 12_000]);
});

Deno.test("time that the question itself takes counts", async () => {
  const timer = createTimer();
  let asked = 0;
  await poll(() => {
    asked++;
    timer.pass(20_000);
    return Promise.resolve(undefined);
  }, { timer, timeoutMs: 30_000, intervalMs: 5_000, signal });
  assert.equal(asked, 2);
});

Deno.test("a cancelled run stops waiting at once", async () => {
  const controller = new AbortController();
  const polling = poll(() => {
    queueMicrotask(() => controller.abort());
    return Promise.resolve(undefined);
  }, {
    timer: realTimer,
    timeoutMs: 3_000_000,
    intervalMs: 3_000_000,
    signal: controller.signal,
  });
  await assert.rejects(polling, { name: "AbortError" });
});

Deno.test("the machine's timer does not follow a clock that is set, and tells the time", () => {
  const { now } = Date;
  const before = realTimer.now();
  assert.ok(Math.abs(before - now()) < 60_000, "milliseconds since 1970");
  Date.now = () => now() + 3_600_000;
  try {
    assert.ok(realTimer.now() - before < 60_000);
  } finally {
    Date.now = now;
  }
});
