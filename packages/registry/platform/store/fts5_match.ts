import { searchedWords } from "./searched_words.ts";

/**
 * What FTS5 is asked for a text that somebody typed: every word must begin a word of the document,
 * a single letter must be one, as half of all documents have a word that begins with it. Undefined
 * for a text without words. Words are quoted, so that no text is read as an operator.
 */
export function matchExpression(text: string): string | undefined {
  const words = searchedWords(text).map(({ word, whole }) => whole ? `"${word}"` : `"${word}"*`);
  return words.length === 0 ? undefined : words.join(" ");
}
