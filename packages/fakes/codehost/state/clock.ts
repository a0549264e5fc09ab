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
