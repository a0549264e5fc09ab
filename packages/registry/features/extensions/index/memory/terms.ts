import { otherForms, type Query } from "./query.ts";
import { isUnspaced } from "./words.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Words of the index that stand for a word that is looked for. */
export interface Terms {
  /** With how well each stands for it: 1 for the word itself. */
  quality: Map<number, number>;
}

/** Another form of the word. */
const FORM = 0.95;

/** The word and its neighbour, written as one. */
const JOINED = 0.9;

/** A word that begins with it; the nearer the longer is what was typed. */
const BEGINNING = 0.5;

/** From here on the whole word was found, not its beginning. */
export const WHOLE = 0.9;

/** The words of the index that stand for each word of a query. */
export function termsOf({ words }: Query, vocabulary: Vocabulary): Terms[] {
  return words.map(({ text }, n) => {
    const quality = new Map<number, number>();
    const put = (term: number | undefined, value: number) => {
      if (term !== undefined && value > (quality.get(term) ?? 0)) quality.set(term, value);
    };
    put(vocabulary.find(text), 1);
    for (const form of otherForms(text)) put(vocabulary.find(form), FORM);
    for (const other of [words[n - 1]?.text.concat(text), text.concat(words[n + 1]?.text ?? "")]) {
      if (other !== undefined && other !== text) put(vocabulary.find(other), JOINED);
    }
    // Half of all extensions have a word that begins with a given letter of ours.
    if (text.length > 1 || isUnspaced(text)) {
      vocabulary.beginning(text, (term, word) => {
        put(term, BEGINNING + 0.2 * text.length / word.length);
      });
    }
    return { quality };
  });
}
