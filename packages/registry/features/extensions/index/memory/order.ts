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
  const [numbers, pulls, score] = [slots.numbers.values, slots.pulls.values, slots.score.values];
  const byPulls: Compare = (a, b) => pulls[b]! - pulls[a]! || numbers[a]! - numbers[b]!;
  switch (sort) {
    case "new":
    case "updated": {
      const times = slots[sort === "new" ? "created" : "updated"].values;
      return (a, b) => times[b]! - times[a]! || numbers[b]! - numbers[a]!;
    }
    case "name": {
      const { names } = slots;
      return (a, b) => names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : 0;
    }
    case "score":
      return (a, b) => score[b]! - score[a]! || byPulls(a, b);
    case "pulls":
      return byPulls;
    case "relevance": {
      if (found === undefined) return byPulls;
      const { rank } = found;
      return (a, b) =>
        rank[b]! - rank[a]! || pulls[b]! - pulls[a]! || score[b]! - score[a]! ||
        numbers[a]! - numbers[b]!;
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
