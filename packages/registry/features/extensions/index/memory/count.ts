import type { Candidates } from "./candidates.ts";
import { FACET_BIT } from "./eligible.ts";
import type { Facet, IndexAnswer, IndexRequest } from "./request.ts";
import type { Slots } from "./slots.ts";

/** Values of a facet that are told. */
const MOST_VALUES = 20;

/**
 * Counts hits by each facet. Values of a facet that is narrowed already are counted as if it were
 * not, so that one can be changed for another.
 */
export function countFacets(
  slots: Slots,
  candidates: Candidates,
  { narrowed }: Pick<IndexRequest, "narrowed">,
): NonNullable<IndexAnswer["facets"]> {
  const counted = {
    label: countLists(slots, "label", candidates),
    contentType: countLists(slots, "contentType", candidates),
    platform: countLists(slots, "platform", candidates),
    collective: { counts: countCollectives(slots, candidates), none: 0 },
  };
  const told = (facet: Facet) =>
    mostFrequent(slots.values[facet].values, counted[facet].counts, narrowed[facet]);
  return {
    label: told("label"),
    contentType: told("contentType"),
    collective: told("collective"),
    platform: alsoOnAll(told("platform"), narrowed.platform, counted.platform.none),
  };
}

/** Counts by value, and those without a value. */
function countLists(
  { lists, values }: Slots,
  facet: Exclude<Facet, "collective">,
  { length, slots, missed }: Candidates,
): { counts: Uint32Array; none: number } {
  const counts = new Uint32Array(values[facet].values.length);
  const { starts, numbers } = lists[facet];
  const others = ~FACET_BIT[facet];
  let none = 0;
  for (let n = 0; n < length; n++) {
    if ((missed[n]! & others) !== 0) continue;
    const start = starts[slots[n]!]!;
    const end = start + numbers[start]!;
    if (end === start) none++;
    for (let at = start; at < end;) counts[numbers[++at]!]!++;
  }
  return { counts, none };
}

function countCollectives(
  { slug, values }: Slots,
  { length, slots, missed }: Candidates,
): Uint32Array {
  const counts = new Uint32Array(values.collective.values.length);
  const of = slug.values;
  for (let n = 0; n < length; n++) {
    if ((missed[n]! & ~FACET_BIT.collective) === 0) counts[of[slots[n]!]!]!++;
  }
  return counts;
}

/** The most frequent values, those that are asked for first. */
function mostFrequent(values: readonly string[], counts: Uint32Array, chosen: readonly string[]) {
  const rows: { value: string; count: number }[] = [];
  counts.forEach((count, n) => count > 0 && rows.push({ value: values[n]!, count }));
  const isChosen = new Set(chosen);
  return rows.sort((a, b) =>
    Number(isChosen.has(b.value)) - Number(isChosen.has(a.value)) || b.count - a.count ||
    (a.value < b.value ? -1 : 1)
  ).slice(0, MOST_VALUES);
}

/** Platforms with those extensions counted that name none, and so run on each. */
function alsoOnAll(
  named: { value: string; count: number }[],
  chosen: readonly string[],
  onAll: number,
): { value: string; count: number }[] {
  const missing = chosen.filter((value) => named.every((row) => row.value !== value))
    .map((value) => ({ value, count: 0 }));
  return [...missing, ...named].map(({ value, count }) => ({ value, count: count + onAll }))
    .filter(({ count }) => count > 0);
}
