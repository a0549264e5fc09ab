import type { S3Manners } from "./manners.ts";

/** The first pause and the longest, in milliseconds; pauses double and have a random length. */
const FIRST_MS = 100;
const LONGEST_MS = 3_000;

/** A try that had no whole answer, or one that may be another a moment later. */
export class Passing extends Error {
  /** @param retryAfterMs how long the other side asked to wait */
  constructor(message: string, readonly retryAfterMs = 0, options: ErrorOptions = {}) {
    super(message, options);
  }
}

/**
 * Tries until a try does not fail with {@link Passing}, a network's error or a deadline. Whatever is
 * tried must be harmless when it is done twice.
 */
export async function retried<Result>(
  attempt: () => Promise<Result>,
  { tries, budgetMs, pause }: S3Manners,
): Promise<Result> {
  const began = performance.now();
  for (let tried = 1;; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error) || tried >= tries) throw error;
      const own = Math.random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** tried);
      const wait = Math.min(
        LONGEST_MS,
        Math.max(own, error instanceof Passing ? error.retryAfterMs : 0),
      );
      if (performance.now() - began + wait > budgetMs) throw error;
      await pause(wait);
    }
  }
}

/** True for a failure of the network or of this moment, after which the same may succeed. */
export function isPassing(error: unknown): boolean {
  if (error instanceof Passing || error instanceof TypeError) return true;
  if (error instanceof DOMException) return error.name === "TimeoutError";
  return error instanceof Deno.errors.Http || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.UnexpectedEof ||
    error instanceof Deno.errors.TimedOut;
}
