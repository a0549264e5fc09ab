import { ALL, type Matches } from "./match.ts";
import type { Query } from "./query.ts";
import { FLAG, type Slots } from "./slots.ts";

/** What the last part of a name adds that has the words, in full when it has no others. */
const COVERED = 10;

/** Names as words, by place. */
export interface Words {
  /** All words of a name, with a `/` before each part and a space between words of one. */
  name: readonly string[];
  /** How many its last part has. */
  leafWords: { readonly values: Uint8Array };
}

/**
 * Writes down how relevant each hit is, as one number. First comes the name itself, then names that
 * end with exactly the words, and names that have all of them; then names that have them together
 * with the labels, and names of which words begin with them; then what has all words elsewhere, and
 * what has words that begin with them. Deprecated ones come after their like. Among those counts what
 * the words weigh (`fields.ts`), and how much of the last part of the name they are.
 */
export function rankHits(
  hits: Uint32Array,
  { flags }: Slots,
  { weight, inLeaf, all }: Matches,
  { phrase }: Query,
  words: Words,
  rank: Float64Array,
): void {
  const [flagsOf, leafWords] = [flags.values, words.leafWords.values];
  const kindOf = (slot: number) => {
    const common = all[slot]!;
    if ((common & ALL.named) === 0) {
      return common & ALL.called ? 3 : common & ALL.begin ? 2 : common & ALL.whole ? 1 : 0;
    }
    const name = words.name[slot]!;
    const from = name.length - phrase.length;
    if (name[from] !== "/" || name.slice(from).replaceAll("/", " ") !== phrase) return 4;
    return from === 0 ? 6 : 5;
  };
  for (let n = 0; n < hits.length; n++) {
    const slot = hits[n]!;
    const covered = Math.min(1, inLeaf[slot]! / leafWords[slot]!);
    const weighs = Math.round(10 * (weight[slot]! + COVERED * covered));
    const current = flagsOf[slot]! & FLAG.deprecated ? 0 : 1;
    rank[slot] = (2 * kindOf(slot) + current) * 100_000 + weighs;
  }
}
