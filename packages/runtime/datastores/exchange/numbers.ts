/** A version of one item by the number that it has. */
export interface Numbered {
  id: string;
  number: number;
}

/**
 * The versions that need another number because two of them have the same: each machine gave it while
 * it could not see the other. Of those with one number the version with the smallest id keeps it. The
 * others, and all that come later, get numbers behind the highest, in the same order, so that what was
 * written later on one machine stays later.
 *
 * The answer depends on nothing but the versions, so that all machines give the same.
 *
 * @param versions of one item, as they are in the store
 * @param highest the highest number that was ever given, also to versions that are gone
 * @returns new numbers by id; empty when all differ
 */
export function settleNumbers(
  versions: readonly Numbered[],
  highest: number,
): Map<string, number> {
  const sorted = [...versions].sort(byNumber);
  const first = sorted.findIndex(({ number }, index) => number === sorted[index - 1]?.number);
  const moved = new Map<string, number>();
  if (first < 0) return moved;
  let next = Math.max(highest, sorted.at(-1)!.number);
  for (const { id } of sorted.slice(first)) moved.set(id, ++next);
  return moved;
}

/**
 * New numbers for versions that the store has never seen, when it has given one of theirs to another
 * version: what is in the store keeps its numbers. The first that is taken, and all that come later, get
 * numbers behind the highest, in the same order.
 *
 * @param unsent versions of one item
 * @param taken the numbers that the store has given, also to versions that are gone
 * @param here the highest number that was given here
 */
export function rebaseNumbers(
  unsent: readonly Numbered[],
  taken: ReadonlySet<number>,
  here: number,
): Map<string, number> {
  const sorted = [...unsent].sort(byNumber);
  const first = sorted.findIndex(({ number }) => taken.has(number));
  const moved = new Map<string, number>();
  if (first < 0) return moved;
  let next = here;
  for (const number of taken) next = Math.max(next, number);
  for (const { id } of sorted.slice(first)) moved.set(id, ++next);
  return moved;
}

function byNumber(a: Numbered, b: Numbered): number {
  return a.number - b.number || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
