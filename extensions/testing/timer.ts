import type { Timer } from "../platform/poll.ts";

/** Time that passes only when somebody waits, so that a test of minutes takes none. */
export interface TestTimer extends Timer {
  /** How long each wait was, in milliseconds. */
  waits: number[];
  /** Lets time pass without a wait. */
  pass(ms: number): void;
  /** Called at the end of each wait, with how many there were: what changes meanwhile. */
  meanwhile: (waits: number) => void | Promise<void>;
}

/** A timer that starts at a fixed time. */
export function createTimer(start: number = Date.parse("2026-11-22T00:00:00Z")): TestTimer {
  let now = start;
  const timer: TestTimer = {
    waits: [],
    now: () => now,
    pass(ms) {
      now += ms;
    },
    async wait(ms, signal) {
      signal.throwIfAborted();
      timer.waits.push(ms);
      now += ms;
      await timer.meanwhile(timer.waits.length);
    },
    meanwhile() {},
  };
  return timer;
}
