/**
 * Whether a service is called: always; not at all until its pause is over; or, after that, once, to
 * find out whether it answers again.
 */
export type BreakerState = "closed" | "open" | "half-open";

/** One call, from when it was let through. What it is told first counts. */
export interface Call {
  /** The service answered. */
  answered(): void;
  /** It did not, and so counts as one that failed. */
  failed(): void;
  /**
   * The caller gave up. That is a failure when the service has answered nobody since the call
   * began; else it was only the caller's time that was too short.
   */
  givenUp(): void;
}

/** Keeps calls away from one service that does not answer. */
export interface Breaker {
  state(): BreakerState;
  /** Failures in a row. */
  failures(): number;
  /**
   * Lets a call through while the state is closed, for callers who cannot wait. When nobody has
   * found out until long after the pause it closes; the first failure then opens it again.
   */
  pass(): Call | undefined;
  /**
   * As {@link Breaker.pass}, and after the pause lets one call through to find out; others wait for
   * what becomes of it. Undefined when the service is to be left alone.
   */
  passOrProbe(): Promise<Call | undefined>;
  /** When to come back; undefined when a call may be let through now. */
  pausedUntil(): Date | undefined;
}

/** How a breaker decides. */
export interface BreakerOptions {
  now(): Date;
  /** Told when it begins to keep calls away, and when it ends that. */
  changed?(state: "open" | "closed", failures: number): void;
}

/** Failures in a row that open it. */
export const FAILURES = 5;

/** The first pause, in milliseconds; it doubles with each probe that fails, up to the longest. */
export const PAUSE = 30_000;
const LONGEST_PAUSE = 5 * 60_000;

/** When to come back while a probe is on its way, in milliseconds. */
const PROBE_PAUSE = 5_000;

/** A closed breaker. */
export function createBreaker({ now, changed = () => {} }: BreakerOptions): Breaker {
  let failures = 0;
  let answers = 0;
  let pauses = 0;
  let opensAgain: number | undefined;
  let probe: PromiseWithResolvers<void> | undefined;

  function answered(): void {
    answers++;
    pauses = 0;
    if (opensAgain === undefined) failures = 0;
    else close(0);
  }
  function close(withFailures: number): void {
    failures = withFailures;
    opensAgain = undefined;
    changed("closed", failures);
  }
  function failed(wasProbe: boolean): void {
    failures++;
    if (opensAgain === undefined ? failures < FAILURES : !wasProbe) return;
    if (opensAgain === undefined) changed("open", failures);
    opensAgain = now().getTime() + Math.min(PAUSE * 2 ** pauses++, LONGEST_PAUSE);
  }
  function call(wasProbe: boolean): Call {
    const before = answers;
    let told = false;
    const tell = (what: () => void) => () => {
      if (told) return;
      told = true;
      what();
      if (!wasProbe) return;
      const waiting = probe;
      probe = undefined;
      waiting?.resolve();
    };
    const fail = () => failed(wasProbe);
    return {
      answered: tell(answered),
      failed: tell(fail),
      givenUp: tell(() => {
        if (answers === before) fail();
      }),
    };
  }
  function isOver(since = 0): boolean {
    if (opensAgain === undefined) return false;
    const left = opensAgain - now().getTime();
    // Longer than any pause: the clock was set back.
    return left <= -since || left > LONGEST_PAUSE;
  }

  return {
    state: () => opensAgain === undefined ? "closed" : probe || isOver() ? "half-open" : "open",
    failures: () => failures,
    pass() {
      if (!probe && isOver(LONGEST_PAUSE)) close(FAILURES - 1);
      return opensAgain === undefined ? call(false) : undefined;
    },
    async passOrProbe() {
      if (probe) await probe.promise;
      if (opensAgain === undefined) return call(false);
      if (probe || !isOver()) return undefined;
      probe = Promise.withResolvers();
      return call(true);
    },
    pausedUntil() {
      if (opensAgain === undefined) return undefined;
      if (probe) return new Date(now().getTime() + PROBE_PAUSE);
      return isOver() ? undefined : new Date(opensAgain);
    },
  };
}
