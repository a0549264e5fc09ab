/** Writes that may follow each other at once; after them one a second. */
const BURST = 10;

/**
 * Holds a client's writes to what the platform asks for: one at a time, ten in a row, then one a
 * second. That is 70 in the first minute; it allows 80.
 *
 * @param clock milliseconds now, and a wait, replaced by tests
 */
export function writePace(clock: Clock = SYSTEM_CLOCK): <T>(write: () => Promise<T>) => Promise<T> {
  let allowance = BURST;
  let counted = clock.now();
  let last: Promise<unknown> = Promise.resolve();
  const turn = async () => {
    const now = clock.now();
    allowance = Math.min(BURST, allowance + Math.max(0, now - counted) / 1000);
    counted = now;
    if (allowance < 1) {
      const wait = (1 - allowance) * 1000;
      await clock.wait(wait);
      allowance = 1;
      counted = now + wait;
    }
    allowance -= 1;
  };
  return <T>(write: () => Promise<T>): Promise<T> => {
    const mine = last.then(async () => {
      await turn();
      return await write();
    });
    last = mine.catch(() => {});
    return mine;
  };
}

/** Time, as a pace sees it. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
}

/** The machine's. It never goes back: a pace would wait for all that the clock on the wall was put back. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
