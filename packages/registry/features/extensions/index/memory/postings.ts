import { column } from "./column.ts";

/** The extensions that have a word, each with the places where. */
export type Postings = ReturnType<typeof postings>;

/** Extensions that an index can hold: a place has one byte of 32 bits, they have the others. */
export const MOST_SLOTS = 2 ** 24;

/**
 * Makes an index of words without an extension. All are in one array, each word's in a block of a
 * power of two; one that outgrows its block leaves it to another word.
 */
export function postings() {
  const all = column((length) => new Uint32Array(length));
  const counts = column((length) => new Uint32Array(length));
  const starts = column((length) => new Uint32Array(length));
  /** By word, how large its block is, as a power of two. */
  const sizes = column((length) => new Uint8Array(length));
  /** Blocks of each size that are in no use. */
  const free: number[][] = [];
  // A word that starts at 0 has no block.
  let end = 1;
  function blockOf(size: number): number {
    const left = free[size]?.pop();
    if (left !== undefined) return left;
    const start = end;
    end += 2 ** size;
    all.set(end - 1, 0);
    return start;
  }
  function moveTo(term: number, size: number, count: number): void {
    const start = blockOf(size);
    if (count > 0) {
      const from = starts.values[term]!;
      all.values.copyWithin(start, from, from + count);
      (free[size - 1] ??= []).push(from);
    }
    starts.set(term, start);
    sizes.set(term, size);
  }
  const count = (term: number) => counts.values[term] ?? 0;
  return {
    add(term: number, slot: number, places: number): void {
      const held = count(term);
      const start = starts.values[term] ?? 0;
      if (start === 0) moveTo(term, 0, 0);
      else if (held === 2 ** sizes.values[term]!) moveTo(term, sizes.values[term]! + 1, held);
      all.values[starts.values[term]! + held] = slot * 256 + places;
      counts.set(term, held + 1);
    },
    /** How many extensions have the word. */
    count,
    /** The word that most extensions have. */
    longest: () => counts.values.indexOf(counts.values.reduce((a, b) => Math.max(a, b))),
    /** Where in `entries` those of a word begin. */
    start: (term: number) => starts.values[term] ?? 0,
    /**
     * Entries of all words: `slot * 256 + places`, those of one in no order. Valid until the next one is
     * added.
     */
    entries: () => all.values,
    /** Moves each extension to the slot that `slotOf` has for its own, and removes those with -1. */
    move(slotOf: Int32Array): void {
      const entries = all.values;
      for (let term = 0; term < counts.values.length; term++) {
        const start = starts.values[term]!;
        let kept = start;
        for (let at = start, last = start + counts.values[term]!; at < last; at++) {
          const slot = slotOf[entries[at]! >>> 8]!;
          if (slot >= 0) entries[kept++] = slot * 256 + (entries[at]! & 255);
        }
        counts.values[term] = kept - start;
      }
    },
  };
}
