import { type Clock, SYSTEM_CLOCK } from "./write_pace.ts";

/** What calls may cost in any minute. The platform takes 900; the rest is for delays on the way. */
const POINTS = 850;

const MINUTE_MS = 60_000;

/** What a call costs. */
export const READ_POINTS = 1;
export const WRITE_POINTS = 5;

/**
 * Lets a client's calls through at once until they have cost what the platform takes in a minute,
 * and the next ones as the first of them get older than that. Without it a run over some hundred
 * repositories would be refused in the middle.
 *
 * @param clock milliseconds now, and a wait, replaced by tests
 * @param waiting told the seconds before each wait
 */
export function callPace(
  waiting: (seconds: number) => void,
  clock: Clock = SYSTEM_CLOCK,
): (points: number) => Promise<void> {
  const spent: { at: number; points: number }[] = [];
  let sum = 0;
  let last: Promise<void> = Promise.resolve();

  async function turn(points: number): Promise<void> {
    for (;;) {
      const now = clock.now();
      while (spent.length > 0 && spent[0]!.at <= now - MINUTE_MS) sum -= spent.shift()!.points;
      if (sum + points <= POINTS) {
        spent.push({ at: now, points });
        sum += points;
        return;
      }
      const wait = spent[0]!.at + MINUTE_MS - now;
      if (wait >= 1000) waiting(Math.ceil(wait / 1000));
      await clock.wait(wait);
    }
  }

  // One after the other, so that calls keep their order and one wait is told once.
  return (points) => last = last.then(() => turn(points));
}
