import { type ErrorCode, isSvcError, type SvcError } from "@svc/core/error";

/** How waiting is done, so that tests need not wait. */
export interface Waiting {
  /** Resolves after that many seconds. */
  wait(seconds: number): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The clock on the wall. */
export const REAL_TIME: Waiting = {
  wait: (seconds) => new Promise((done) => setTimeout(done, seconds * 1000)),
  now: Date.now,
};

/** Seconds to wait longer when the server says to slow down (RFC 8628 §3.5). */
export const SLOW_DOWN_SECONDS = 5;

/** A number of seconds that a server sent, or `otherwise` when it is none that can be waited for. */
export function secondsOr(said: unknown, otherwise: number): number {
  return typeof said === "number" && said > 0 && said <= 3600 ? said : otherwise;
}

/** What one poll may run into and a later one may not: a lost connection, a server that starts again. */
const PASSING: readonly ErrorCode[] = [
  "server_unreachable",
  "timeout",
  "unavailable",
  "rate_limited",
];

/**
 * Polls, and takes trouble that may pass as an answer, after which the next poll waits longer (RFC 8628
 * §3.5): whoever approves in the browser must not have to begin again.
 *
 * @throws SvcError anything else that `poll` throws
 */
export async function polled<T>(poll: () => Promise<T>): Promise<T | SvcError> {
  try {
    return await poll();
  } catch (error) {
    if (isSvcError(error) && PASSING.includes(error.code)) return error;
    throw error;
  }
}
