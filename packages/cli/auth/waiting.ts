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
