/** Requests on their way at the same time. */
const WIDTH = 8;

/** Runs work on each item, so many at once; ends after the first failure, with it. */
export async function inParallel<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
  width = WIDTH,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let hasFailed = false;
  const lane = async () => {
    for (let next = iterator.next(); !next.done && !hasFailed; next = iterator.next()) {
      await work(next.value);
    }
  };
  const lanes = Array.from({ length: width }, () =>
    lane().catch((error) => {
      hasFailed = true;
      throw error;
    }));
  // All have ended before the failure is passed on, so that nothing goes on behind it.
  const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === "rejected");
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}
