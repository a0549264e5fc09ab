/** Items worked on at a time: enough to hide waiting, few enough for a small machine's memory. */
const AT_ONCE = 4;

/**
 * Does `work` for each item, a few at a time, and gives the results in the order of the items. After a
 * failure no further item is begun; the first failure is thrown once those begun have ended.
 */
export async function sideBySide<I, T>(
  items: readonly I[],
  work: (item: I) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  let failure: { error: unknown } | undefined;
  let next = 0;
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (failure === undefined && next < items.length) {
      const index = next++;
      try {
        results[index] = await work(items[index]!);
      } catch (error) {
        failure ??= { error };
      }
    }
  }));
  if (failure !== undefined) throw failure.error;
  return results;
}
