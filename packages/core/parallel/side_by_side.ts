/**
 * Does `work` for each item, a few at a time, and gives the results in the order of the items. After a
 * failure no further item is begun; the first failure is thrown once those begun have ended.
 *
 * @param width items worked on at a time; four hide waiting, and fit into a small machine's memory
 */
export async function sideBySide<I, T>(
  items: readonly I[],
  work: (item: I) => Promise<T>,
  width = 4,
): Promise<T[]> {
  const results: T[] = [];
  let failure: { error: unknown } | undefined;
  let next = 0;
  await Promise.all(Array.from({ length: width }, async () => {
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
