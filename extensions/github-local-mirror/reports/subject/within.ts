/** The newest of a list that fit into so many characters of JSON, in their order, and how many do not. */
export function newestWithin<T>(
  items: readonly T[],
  limit: number,
): { kept: T[]; beyond: number } {
  let length = 0;
  let from = items.length;
  while (from > 0) {
    length += JSON.stringify(items[from - 1]).length + 1;
    if (length > limit) break;
    from--;
  }
  return { kept: items.slice(from), beyond: from };
}
