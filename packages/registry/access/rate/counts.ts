import { buckets, type Rate, refusalOf } from "@svc/http/rate";

/** Counts what is taken at one rate, by key. */
export interface Counts {
  /** Takes one. @throws SvcError `rate_limited`, with the seconds to wait */
  take(key: string): void | Promise<void>;
  /**
   * Takes one if that can be told at once. False when it is refused, or when only `take` can tell.
   */
  takeNow(key: string): boolean;
  /** The seconds to wait for one, when that can be told at once and there is none. */
  waitNow(key: string): number | undefined;
  /** Gives one back, for what turned out to be harmless. */
  giveBack(key: string): void | Promise<void>;
}

/** Makes the counts of a rate; `name` tells them from those of other rates. */
export type Counting = (name: string, rate: Rate) => Counts;

/** Counts of this process alone. */
export function ownCounts(now: () => number): Counting {
  return (_name, rate) => {
    const counted = buckets(rate, now);
    return {
      ...counted,
      takeNow: (key) => refusalOf(() => counted.take(key)) === undefined,
      waitNow: counted.wait,
    };
  };
}

/** Lets everything pass. */
export const uncounted: Counting = () => ({
  take() {},
  takeNow: () => true,
  waitNow: () => undefined,
  giveBack() {},
});
