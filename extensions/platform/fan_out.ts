import { type FailureCode, PlatformFailure } from "./failure.ts";

/** The outcome of one item. */
export type FanOutResult<Item, Value> =
  | { item: Item; value: Value; failure: undefined }
  | { item: Item; value: undefined; failure: PlatformFailure };

/** After these every further call would fail the same way, so none is made. */
const STOPPING: readonly FailureCode[] = ["rate_limited", "unauthorized", "suspended"];

/** Whether a failure says that every further call would fail the same way. */
export function stopsAll({ code }: PlatformFailure): boolean {
  return STOPPING.includes(code);
}

/**
 * Does one thing for each item, several at a time, and gives the results in the items' order. One
 * item's failure does not stop the others, except when all others must fail as well (a used-up rate
 * limit, an invalid token): these get the same failure without being asked.
 *
 * @param one throws a {@link PlatformFailure} when the item failed; any other error is a bug or an
 *   aborted run and is thrown on, after the items in progress have ended
 * @throws the signal's reason when the run is aborted, after the items in progress have ended
 */
export async function fanOut<Item, Value>(
  items: readonly Item[],
  options: { concurrency: number; signal: AbortSignal },
  one: (item: Item, index: number) => Promise<Value>,
): Promise<FanOutResult<Item, Value>[]> {
  const results = new Array<FanOutResult<Item, Value>>(items.length);
  let next = 0;
  let stopped: PlatformFailure | undefined;
  const work = async () => {
    while (next < items.length && !options.signal.aborted) {
      const index = next++;
      const item = items[index]!;
      if (stopped !== undefined) {
        results[index] = { item, value: undefined, failure: stopped };
        continue;
      }
      try {
        results[index] = { item, value: await one(item, index), failure: undefined };
      } catch (error) {
        if (!(error instanceof PlatformFailure)) {
          next = items.length;
          throw error;
        }
        if (stopsAll(error)) stopped = error;
        results[index] = { item, value: undefined, failure: error };
      }
    }
  };
  const workers = Array.from({ length: Math.min(options.concurrency, items.length) }, work);
  const ended = await Promise.allSettled(workers);
  options.signal.throwIfAborted();
  for (const worker of ended) if (worker.status === "rejected") throw worker.reason;
  return results;
}

/** Failures that a message names one by one; the rest is counted. */
const NAMED = 10;

/**
 * Fails when any item failed, naming them.
 *
 * @param nameOf what to call an item, for example its repository
 * @throws PlatformFailure with the code of the first failure
 */
export function failIfAny<Item>(
  results: readonly FanOutResult<Item, unknown>[],
  nameOf: (item: Item) => string = String,
): void {
  const failed = results.flatMap(({ item, failure }) => failure ? [{ item, failure }] : []);
  const first = failed[0]?.failure;
  if (first === undefined) return;
  const lines = failed.slice(0, NAMED).map(({ item, failure }) =>
    `${nameOf(item)} (${failure.code}): ${failure.message}`
  );
  if (failed.length > NAMED) lines.push(`and ${failed.length - NAMED} more`);
  throw new PlatformFailure(first.code, {
    status: first.status,
    until: first.until,
    reason: `${failed.length} of ${results.length} failed`,
    hint: `Fix these, then run again:\n  ${lines.join("\n  ")}`,
  });
}
