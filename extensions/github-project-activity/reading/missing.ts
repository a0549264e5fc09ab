import type { LedgerRun } from "./run.ts";

/** The first of the subjects that are stored as open and have gone from the lists. */
export function firstOf({ logger }: LedgerRun, numbers: number[], most: number): number[] {
  if (numbers.length > most) {
    logger.info("{count} more are no longer listed as open; the next run asks for them", {
      count: numbers.length - most,
    });
  }
  return numbers.slice(0, most);
}
