import type { SearchOrder } from "./request.ts";
import type { Slots } from "./slots.ts";

/** Below zero when the first of two places comes first. */
export type Compare = (a: number, b: number) => number;

/**
 * The order of hits. Those of equal relevance come by pulls, score and age, the older first.
 *
 * @param found by slot how relevant it is; without words the most relevant is what is pulled most
 */
export function orderOf(
  sort: SearchOrder,
  slots: Slots,
  found?: { rank: Float64Array },
): Compare {
  const { numbers, pulls, score, created, updated, names } = slots;
  const byName: Compare = (a, b) => names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : 0;
  const byPulls: Compare = (a, b) => pulls.values[b]! - pulls.values[a]!;
  const byScore: Compare = (a, b) => score.values[b]! - score.values[a]!;
  const byAge: Compare = (a, b) => numbers.values[a]! - numbers.values[b]!;
  switch (sort) {
    case "new":
      return (a, b) => created.values[b]! - created.values[a]! || byAge(b, a);
    case "updated":
      return (a, b) => updated.values[b]! - updated.values[a]! || byAge(b, a);
    case "name":
      return byName;
    case "score":
      return (a, b) => byScore(a, b) || byPulls(a, b) || byAge(a, b);
    case "pulls":
      return (a, b) => byPulls(a, b) || byAge(a, b);
    case "relevance": {
      if (found === undefined) return (a, b) => byPulls(a, b) || byAge(a, b);
      const { rank } = found;
      return (a, b) => rank[b]! - rank[a]! || byPulls(a, b) || byScore(a, b) || byAge(a, b);
    }
  }
}

/** The first `count` of some places, in order. */
export function firstOf(places: Uint32Array, count: number, compare: Compare): number[] {
  if (places.length <= 2 * count) return [...places].sort(compare).slice(0, count);
  // A heap with the last of the first ones on top.
  const heap: number[] = [];
  const sink = () => {
    for (let at = 0;;) {
      let last = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && compare(heap[child]!, heap[last]!) > 0) last = child;
      }
      if (last === at) return;
      [heap[at], heap[last]] = [heap[last]!, heap[at]!];
      at = last;
    }
  };
  heap.push(...places.slice(0, count).sort((a, b) => compare(b, a)));
  for (let n = count; n < places.length; n++) {
    if (compare(places[n]!, heap[0]!) >= 0) continue;
    heap[0] = places[n]!;
    sink();
  }
  return heap.sort(compare);
}
