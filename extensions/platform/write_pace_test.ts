import assert from "node:assert/strict";
import { SYSTEM_CLOCK, writePace } from "./write_pace.ts";

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

Deno.test("ten writes go at once, the next ones one a second", async () => {
  const clock = manualClock();
  const paced = writePace(clock);
  const start = clock.now();
  const times: number[] = [];
  for (let index = 0; index < 13; index++) {
    await paced(() => Promise.resolve(times.push(clock.now() - start)));
  }
  assert.deepEqual(times, [...Array(10).fill(0), 1000, 2000, 3000]);
});

Deno.test("a rest earns writes back, ten at most", async () => {
  const clock = manualClock();
  const paced = writePace(clock);
  const write = () => paced(() => Promise.resolve(clock.now()));
  for (let index = 0; index < 10; index++) await write();
  clock.pass(60_000);
  const before = clock.now();
  const times: number[] = [];
  for (let index = 0; index < 11; index++) times.push(await write() - before);
  assert.deepEqual(times, [...Array(10).fill(0), 1000]);
});

Deno.test("writes go one at a time, also after one that failed", async () => {
  const paced = writePace(manualClock());
  let running = 0;
  const write = async (fails: boolean) => {
    assert.equal(++running, 1);
    await Promise.resolve();
    running -= 1;
    if (fails) throw new Error("refused");
  };
  const ended = await Promise.allSettled([
    paced(() => write(true)),
    paced(() => write(false)),
  ]);
  assert.deepEqual(ended.map(({ status }) => status), ["rejected", "fulfilled"]);
});

Deno.test("the machine's pace does not follow a clock that is put back", () => {
  const { now } = Date;
  const before = SYSTEM_CLOCK.now();
  Date.now = () => now() - 3_600_000;
  try {
    assert.ok(SYSTEM_CLOCK.now() >= before);
  } finally {
    Date.now = now;
  }
});
