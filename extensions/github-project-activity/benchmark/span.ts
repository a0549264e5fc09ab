import { PlatformFailure } from "../../platform/failure.ts";

/** What is known of how long a run took. */
export interface GivenSpan {
  /** ISO 8601. */
  startedAt?: string | undefined;
  finishedAt?: string | undefined;
  /** Milliseconds. */
  durationMs?: number | undefined;
}

/** When a run began and ended, ISO 8601 in UTC, and the milliseconds between. */
export interface Span {
  startedAt: string;
  finishedAt: string;
  durationMs: number;
}

/** How far a measured duration may be from that of the times: a clock can be set while a run goes. */
const TOLERANCE = 1000;

/**
 * Completes a span from what is given: the end from the start and the duration, the duration from
 * start and end, the start from the end and the duration, which is 0 unless given. With neither end
 * nor duration, the run has ended now.
 *
 * @throws PlatformFailure `refused` when it would end before it began, or when the three contradict
 *   each other by more than a second.
 */
export function wholeSpan(given: GivenSpan, now: Date): Span {
  const end = given.finishedAt === undefined ? undefined : Date.parse(given.finishedAt);
  const duration = given.durationMs;
  const start = given.startedAt === undefined
    ? (end ?? now.getTime()) - (duration ?? 0)
    : Date.parse(given.startedAt);
  const finish = end ?? (duration === undefined ? now.getTime() : start + duration);
  if (finish < start) {
    throw contradiction(
      `it would have ended at ${iso(finish)}, before it began at ${iso(start)}`,
      "Correct startedAt or finishedAt",
    );
  }
  const between = finish - start;
  if (duration !== undefined && Math.abs(between - duration) > TOLERANCE) {
    throw contradiction(
      `durationMs is ${duration}, but ${between} ms are between startedAt and finishedAt`,
      "Leave out durationMs or finishedAt: what is left out is worked out",
    );
  }
  return { startedAt: iso(start), finishedAt: iso(finish), durationMs: duration ?? between };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function contradiction(reason: string, hint: string): PlatformFailure {
  return new PlatformFailure("refused", { what: "the benchmark run", reason, hint });
}
