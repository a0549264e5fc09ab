import { SvcError } from "@svc/core/error";

/** How much one key may take: `burst` at once, refilled at `perMinute`. */
export interface Rate {
  burst: number;
  perMinute: number;
}

/** Counts takings by key, in memory, as a token bucket each. */
export interface Buckets {
  /** Takes one. @throws SvcError `rate_limited`, with the seconds to wait. */
  take(key: string): void;
  /** The seconds to wait for one; undefined when there is one. */
  wait(key: string): number | undefined;
  /** Gives one back, for what turned out to be harmless. */
  giveBack(key: string): void;
}

/** The refusal that tells when to come again; the edge turns the detail into `Retry-After`. */
export function rateLimited(seconds: number): SvcError {
  return new SvcError("rate_limited", "Too many requests", {
    hint: `Try again in ${seconds} s.`,
    details: [{ path: "retry-after", message: String(seconds) }],
  });
}

/** Keys remembered; a full bucket forgotten early only forgives. */
const CAPACITY = 50_000;

/** Buckets that start full; `now` is the clock, in milliseconds. */
export function buckets(rate: Rate, now: () => number): Buckets {
  const perMs = rate.perMinute / 60_000;
  const levels = new Map<string, { level: number; at: number }>();

  function read(key: string): { level: number; at: number } {
    const time = now();
    const known = levels.get(key);
    const level = known === undefined
      ? rate.burst
      : Math.min(rate.burst, known.level + Math.max(0, time - known.at) * perMs);
    return { level, at: time };
  }

  function write(key: string, bucket: { level: number; at: number }): void {
    levels.delete(key);
    if (bucket.level >= rate.burst) return;
    if (levels.size >= CAPACITY) levels.delete(levels.keys().next().value!);
    levels.set(key, bucket);
  }

  const waitAt = (level: number): number | undefined =>
    level < 1 ? Math.max(1, Math.ceil((1 - level) / perMs / 1000)) : undefined;

  return {
    wait: (key) => waitAt(read(key).level),
    take(key) {
      const bucket = read(key);
      const wait = waitAt(bucket.level);
      if (wait !== undefined) {
        write(key, bucket);
        throw rateLimited(wait);
      }
      write(key, { ...bucket, level: bucket.level - 1 });
    },
    giveBack(key) {
      const bucket = read(key);
      write(key, { ...bucket, level: Math.min(rate.burst, bucket.level + 1) });
    },
  };
}
