import type { CronTimes } from "./cron.ts";

/**
 * How late a time may be and still run, in milliseconds: a server that was restarted, or a busy
 * machine. Two times are never closer, so that one at most is due.
 */
export const GRACE_MS = 60_000;

/** Missed times that are counted at once: to find one takes a tenth of a millisecond. */
const MOST_COUNTED = 1000;

/** Times that are too late to run. */
export interface MissedTimes {
  count: number;
  /** There are more than were counted. */
  more: boolean;
  last: Date;
}

/**
 * The time after `after` up to `now` that is to run now, and those that were missed, without those that
 * were decided on before.
 */
export function dueTimes(
  times: CronTimes,
  { after, now, isDecided }: { after: Date; now: Date; isDecided(at: Date): boolean },
) {
  const tooLate = new Date(now.getTime() - GRACE_MS);
  const missed: Date[] = [];
  let at = times.next(after);
  for (let found = 0; at !== null && at <= tooLate; at = times.next(at), found++) {
    if (found === MOST_COUNTED) return { run: dueAt(times.next(tooLate), now), missed: many(at) };
    if (!isDecided(at)) missed.push(at);
  }
  const last = missed.at(-1);
  return {
    run: dueAt(at, now),
    missed: last === undefined ? undefined : { count: missed.length, more: false, last },
  };

  function many(fallback: Date): MissedTimes {
    return { count: missed.length, more: true, last: times.last(tooLate) ?? fallback };
  }
}

function dueAt(at: Date | null, now: Date): Date | undefined {
  return at !== null && at <= now ? at : undefined;
}
