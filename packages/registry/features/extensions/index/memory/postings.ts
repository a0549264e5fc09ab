/** The extensions that have a word, each with the places where. */
export interface Postings {
  add(term: number, slot: number, places: number): void;
  /** How many extensions have the word. */
  count(term: number): number;
  /**
   * Entries of a word: `slot * 256 + places`, in no order. Only the first {@link Postings.count} of
   * the array count.
   */
  entries(term: number): ArrayLike<number>;
  /** Moves each extension to the slot that `slotOf` has for its own, and removes those with -1. */
  move(slotOf: Int32Array): void;
}

/** Extensions that an index can hold: a place has one byte of 32 bits, they have the others. */
export const MOST_SLOTS = 2 ** 24;

/** Makes an index of words without an extension. Most words are of one only: those need no array. */
export function postings(): Postings {
  const lists: (number | Uint32Array)[] = [];
  const counts: number[] = [];
  return {
    add(term, slot, places) {
      const entry = slot * 256 + places;
      const count = counts[term] ?? 0;
      counts[term] = count + 1;
      if (count === 0) {
        lists[term] = entry;
        return;
      }
      let list = lists[term]!;
      if (typeof list === "number") {
        list = Uint32Array.of(list, 0, 0, 0);
        lists[term] = list;
      } else if (count === list.length) {
        const larger = new Uint32Array(list.length * 2);
        larger.set(list);
        list = larger;
        lists[term] = list;
      }
      list[count] = entry;
    },
    count: (term) => counts[term] ?? 0,
    entries(term) {
      const list = lists[term];
      return list === undefined ? [] : typeof list === "number" ? [list] : list;
    },
    move(slotOf) {
      lists.forEach((list, term) => {
        const entries = typeof list === "number" ? [list] : list.subarray(0, counts[term]);
        const kept = Uint32Array.from(entries).filter((entry) => slotOf[entry >>> 8]! >= 0)
          .map((entry) => slotOf[entry >>> 8]! * 256 + (entry & 255));
        lists[term] = kept.length === 1 ? kept[0]! : kept;
        counts[term] = kept.length;
      });
    },
  };
}
