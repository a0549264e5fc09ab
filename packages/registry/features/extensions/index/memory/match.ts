import { FIELD, WEIGHT_OF_PLACES } from "./fields.ts";
import type { Postings } from "./postings.ts";
import type { Query } from "./query.ts";
import { type Terms, WHOLE } from "./terms.ts";

/** Extensions that have all words of a query. */
export interface Matches {
  /** Their places; valid until the next match. */
  slots: Uint32Array;
  /** By slot: what its words weigh together. */
  weight: Float64Array;
  /** By slot: how many of the words are in the last part of the name. */
  inLeaf: Uint8Array;
  /** By slot: bits of what all words have in common, {@link ALL}. */
  all: Uint8Array;
}

/** What all words of a query have in common in an extension. */
export const ALL = {
  /** They are whole words of its name. */
  named: 1,
  /** They begin words of its name. */
  begin: 2,
  /** They are whole words of it. */
  whole: 4,
  /** They are whole words of its name or labels. */
  called: 8,
} as const;

const NAME = FIELD.leaf | FIELD.path | FIELD.collective | FIELD.joined;

const CALLED = NAME | FIELD.label;

/** Beside {@link ALL}: the word, or its beginning, is in the last part of the name. */
const IN_LEAF = 16;

const EVERY = ALL.named | ALL.begin | ALL.whole | ALL.called;

/**
 * Makes what finds all that has the words of a query; each entry of the index is read at most once a
 * word. It keeps its memory from query to query.
 */
export function matcher(postings: Postings) {
  let slots = new Uint32Array(0);
  let found = new Uint8Array(0);
  let best = new Float64Array(0);
  let common = new Uint8Array(0);
  let weight = new Float64Array(0);
  let inLeaf = new Uint8Array(0);
  let all = new Uint8Array(0);
  function reserve(size: number): void {
    if (size <= found.length) return;
    const room = Math.max(1024, size * 2);
    slots = new Uint32Array(room);
    found = new Uint8Array(room);
    best = new Float64Array(room);
    common = new Uint8Array(room);
    weight = new Float64Array(room);
    inLeaf = new Uint8Array(room);
    all = new Uint8Array(room);
  }
  /**
   * Keeps of the first `count` places, which have the `n` words before, those that have this one too.
   *
   * @returns how many are left
   */
  function narrow(count: number, n: number, { quality }: Terms, scope: boolean): number {
    // Known to be the same arrays throughout, the loops over all entries are twice as fast.
    const [ownSlots, ownFound, ownBest, ownCommon] = [slots, found, best, common];
    const [ownWeight, ownLeaf, ownAll, entries] = [weight, inLeaf, all, postings.entries()];
    let last = count;
    for (const [term, value] of quality) {
      const anywhere = value >= WHOLE ? ALL.whole : 0;
      const inName = value >= WHOLE ? ALL.named | ALL.begin : ALL.begin;
      const start = postings.start(term);
      for (let at = start, end = start + postings.count(term); at < end; at++) {
        const entry = entries[at]!;
        const slot = entry >>> 8;
        const places = entry & 255;
        if (scope && (places & FIELD.collective) === 0) continue;
        const weighs = WEIGHT_OF_PLACES[places]! * value;
        const has = anywhere | (places & NAME ? inName : 0) |
          (anywhere !== 0 && places & CALLED ? ALL.called : 0) |
          (places & FIELD.leaf ? IN_LEAF : 0);
        if (ownFound[slot] === n) {
          if (n === 0) ownSlots[last++] = slot;
          ownFound[slot] = n + 1;
          ownBest[slot] = weighs;
          ownCommon[slot] = has;
        } else if (ownFound[slot] === n + 1) {
          if (weighs > ownBest[slot]!) ownBest[slot] = weighs;
          ownCommon[slot]! |= has;
        }
      }
    }
    const first = n === 0;
    let left = 0;
    for (let at = 0; at < last; at++) {
      const slot = ownSlots[at]!;
      if (ownFound[slot] !== n + 1) {
        ownFound[slot] = 0;
        continue;
      }
      ownSlots[left++] = slot;
      ownWeight[slot] = ownBest[slot]! + (first ? 0 : ownWeight[slot]!);
      ownLeaf[slot] = (ownCommon[slot]! & IN_LEAF ? 1 : 0) + (first ? 0 : ownLeaf[slot]!);
      ownAll[slot] = ownCommon[slot]! & (first ? EVERY : ownAll[slot]!);
    }
    return left;
  }
  return {
    match(query: Query, terms: readonly Terms[], size: number): Matches {
      reserve(size);
      const entries = ({ quality }: Terms) =>
        quality.keys().reduce((sum, term) => sum + postings.count(term), 0);
      const rarestFirst = terms
        .map((each, n) => ({ each, scope: query.words[n]!.scope, entries: entries(each) }))
        .sort((a, b) => a.entries - b.entries);
      let count = 0;
      rarestFirst.forEach(({ each, scope }, n) => {
        if (n === 0 || count > 0) count = narrow(count, n, each, scope);
      });
      const matched = slots.subarray(0, count);
      for (let at = 0; at < count; at++) found[matched[at]!] = 0;
      return { slots: matched, weight, inLeaf, all };
    },
  };
}
