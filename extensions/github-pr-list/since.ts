import { PlatformFailure } from "../platform/failure.ts";

/** How far back a list goes; at most one of the two. */
export interface SinceArgs {
  /** A date or a time, ISO 8601. */
  since?: string | undefined;
  sinceDays?: number | undefined;
}

/** A date, or a time with its offset; a time without one would mean another moment on each machine. */
const ISO_8601 =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The moment that the arguments mean, or undefined when all pull requests are asked for. A date is
 * its beginning in UTC.
 *
 * @param now milliseconds
 * @throws PlatformFailure `refused` for both arguments, and for what is not a date
 */
export function sinceTime({ since, sinceDays }: SinceArgs, now: number): Date | undefined {
  if (since !== undefined && sinceDays !== undefined) {
    throw new PlatformFailure("refused", {
      reason: "since and sinceDays cannot be used together",
      hint: "Give one of them",
    });
  }
  if (sinceDays !== undefined) return new Date(now - sinceDays * DAY_MS);
  if (since === undefined) return undefined;
  const time = new Date(since);
  // JavaScript reads the 31st of February as a day in March.
  const [day] = since.split("T");
  const exists = new Date(`${day}T00:00:00Z`);
  if (
    !ISO_8601.test(since) || Number.isNaN(time.getTime()) || Number.isNaN(exists.getTime()) ||
    !exists.toISOString().startsWith(day!)
  ) {
    throw new PlatformFailure("refused", {
      reason: `since, '${since.slice(0, 40)}', is not a date`,
      hint: "Write 2026-11-22, or 2026-11-22T08:00:00Z",
    });
  }
  return time;
}
