import { currentRequest } from "@svc/http/edge";
import type { Log } from "@svc/http/log";

/** Lines a second at most. What is beyond that is counted, and the next line says how many. */
export const LINES_A_SECOND = 5;

/** Characters of a statement that a line holds. */
export const LONGEST = 1_000;

/** What logging slow queries takes. */
export interface SlowQueryOptions {
  log: Log;
  /** From how many milliseconds on a query is slow. */
  slowMs: number;
  /** Milliseconds of a clock that only goes forward. */
  clock?: () => number;
}

/**
 * Writes a line about each slow query: its text with placeholders, never its values, how long it
 * took, and the request that it was for.
 */
export function logSlowQueries(
  { log, slowMs, clock = () => performance.now() }: SlowQueryOptions,
): (sql: string, milliseconds: number) => void {
  let second = -Infinity;
  let lines = 0;
  let unlogged = 0;
  return (sql, milliseconds) => {
    if (milliseconds < slowMs) return;
    const now = clock();
    if (now - second >= 1_000) {
      second = now;
      lines = 0;
    }
    if (lines === LINES_A_SECOND) {
      unlogged++;
      return;
    }
    lines++;
    log.warn("query.slow", {
      ms: Math.round(milliseconds),
      sql: sql.length > LONGEST ? `${sql.slice(0, LONGEST)}…` : sql,
      requestId: currentRequest(),
      unlogged: unlogged === 0 ? undefined : unlogged,
    });
    unlogged = 0;
  };
}
