import type { Clock } from "./clock.ts";

/** Calls that may run at once. */
const AT_ONCE = 100;

/** What calls may cost in a minute; a read costs 1 and a write 5. */
const POINTS = 900;

/** Writes in a minute. */
const WRITES = 80;

const MINUTE_MS = 60_000;

/** The limits on bursts that the platform's manual gives, counted for each account. */
export interface Bursts {
  /**
   * Counts a call that begins.
   *
   * @returns seconds to wait when it is one too many; undefined when it is not
   */
  begin(caller: string | null, write: boolean): number | undefined;
  /** Counts a call that began as ended. */
  end(caller: string | null): void;
}

/** A call of the last minute. */
interface Counted {
  at: number;
  write: boolean;
}

/** Nobody has called yet. */
export function createBursts(clock: Clock): Bursts {
  const running = new Map<string | null, number>();
  const counted = new Map<string | null, Counted[]>();

  return {
    begin(caller, write) {
      const now = clock.now();
      const before = (counted.get(caller) ?? []).filter(({ at }) => at > now - MINUTE_MS);
      const calls = [...before, { at: now, write }];
      const writes = calls.filter((call) => call.write).length;
      const atOnce = (running.get(caller) ?? 0) + 1;
      if (calls.length + 4 * writes > POINTS || writes > WRITES || atOnce > AT_ONCE) {
        return Math.max(1, Math.ceil(((before[0]?.at ?? now) + MINUTE_MS - now) / 1000));
      }
      counted.set(caller, calls);
      running.set(caller, atOnce);
      return undefined;
    },
    end: (caller) => void running.set(caller, running.get(caller)! - 1),
  };
}
