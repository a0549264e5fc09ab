/** The code host's time, which a test can set. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Stops the clock at a time, ISO 8601. */
  set(time: string): void;
  /** Moves it forward; it stays as it goes, running or stopped. */
  advance(seconds: number): void;
}

/** A clock that runs as the machine's does until it is set. */
export function createClock(): Clock {
  let stopped: number | undefined;
  let ahead = 0;
  return {
    now: () => (stopped ?? Date.now()) + ahead,
    set(time) {
      stopped = Date.parse(time);
      ahead = 0;
    },
    advance(seconds) {
      ahead += seconds * 1000;
    },
  };
}

/** A time as the API writes it: ISO 8601, UTC, whole seconds. */
export const apiTime = (time: number): string =>
  new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** A time from a query as the API writes it: it may have come with fractions or another zone. */
export const wholeSeconds = (time: string): string =>
  apiTime(Math.ceil(Date.parse(time) / 1000) * 1000);
