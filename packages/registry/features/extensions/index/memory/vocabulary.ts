import { distance } from "@svc/core/text";
import { column, ordinals } from "./column.ts";
import { lettersOf, mayBeNear } from "./letters.ts";

/** Every word of the index with its number. */
export type Vocabulary = ReturnType<typeof vocabulary>;

/**
 * Words with the same beginning that stand for it. A registry of 100,000 extensions has fewer; one
 * publisher can have any number, and each costs time in every search for their beginning.
 */
export const MOST_BEGINNING = 10_000;

/** Words that are compared letter by letter with one. */
export const MOST_COMPARED = 20_000;

/** New words that are looked through one by one before they are put in order among the others. */
const MOST_NEW = 2_000;

/** Makes an empty vocabulary. */
export function vocabulary() {
  const all = ordinals();
  const letters = column((length) => new Int32Array(length));
  const lengths = column((length) => new Uint8Array(length));
  let sorted: number[] = [];
  const byWord = (a: number, b: number) => all.values[a]! < all.values[b]! ? -1 : 1;
  function order(): void {
    const fresh = Array.from(
      { length: all.values.length - sorted.length },
      (_, n) => sorted.length + n,
    ).sort(byWord);
    const merged: number[] = [];
    let next = 0;
    for (const term of sorted) {
      while (next < fresh.length && byWord(fresh[next]!, term) < 0) merged.push(fresh[next++]!);
      merged.push(term);
    }
    while (next < fresh.length) merged.push(fresh[next++]!);
    sorted = merged;
  }
  function firstFrom(prefix: string): number {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (all.values[sorted[middle]!]! < prefix) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  /** The shortest of some words: those below `length`, and the first `count` of that length. */
  function shortestOf(from: number, to: number): { length: number; count: number } {
    let left = MOST_BEGINNING;
    if (to - from <= left) return { length: Infinity, count: 0 };
    const counts = new Uint32Array(256);
    for (let n = from; n < to; n++) counts[lengths.values[sorted[n]!]!]!++;
    const length = counts.findIndex((count) => (left -= count) < 0);
    return { length, count: left + counts[length]! };
  }
  return {
    words: all.values,
    find: all.find,
    of(word: string): number {
      const known = all.find(word);
      if (known !== undefined) return known;
      const term = all.of(word);
      letters.set(term, lettersOf(word));
      lengths.set(term, word.length);
      return term;
    },
    /**
     * Calls `each` with the words that begin with `prefix`, itself included: the shortest when there are
     * more than {@link MOST_BEGINNING}.
     */
    beginning(prefix: string, each: (term: number, word: string) => void): void {
      if (all.values.length - sorted.length > MOST_NEW) order();
      const [from, to] = [firstFrom(prefix), firstFrom(`${prefix}\uffff`)];
      const { length, count } = shortestOf(from, to);
      let left = count;
      for (let n = from; n < to; n++) {
        const term = sorted[n]!;
        const over = lengths.values[term]! - length;
        if (over < 0 || over === 0 && left-- > 0) each(term, all.values[term]!);
      }
      for (let term = sorted.length; term < all.values.length; term++) {
        if (all.values[term]!.startsWith(prefix)) each(term, all.values[term]!);
      }
    },
    /**
     * Calls `each` with the words that differ from `word` by at most `most` typing errors, the oldest
     * words first, until {@link MOST_COMPARED} that may were compared.
     */
    near(word: string, most: number, each: (term: number, errors: number) => void): void {
      const wanted = lettersOf(word);
      let compared = 0;
      for (let term = 0; term < all.values.length; term++) {
        if (Math.abs(lengths.values[term]! - word.length) > most) continue;
        if (!mayBeNear(letters.values[term]!, wanted, most)) continue;
        if (compared++ === MOST_COMPARED) return;
        const errors = distance(word, all.values[term]!, most);
        if (errors <= most) each(term, errors);
      }
    },
  };
}
