import { wordsOf } from "./words.ts";

/** A word that is looked for. */
export interface QueryWord {
  text: string;
  /** It must be the collective's: it was typed behind an `@`. */
  scope: boolean;
}

/** What somebody typed, as words. */
export interface Query {
  /** Each must be found. */
  words: QueryWord[];
  /** All words as a name has them: with a space before each. */
  phrase: string;
}

/** Words of a search that count. */
const MOST_WORDS = 8;

/** Words that say nothing where there are others. */
const STOP = new Set(
  "a all an and any are by can do find for from how i in into is it me my of on or that the to with"
    .split(" "),
);

/** Reads a text that somebody typed. No text is an operator; one without words has none. */
export function parseQuery(text: string): Query {
  const scope = /^\s*@([^\s/]*)/.exec(text);
  const scoped = scope === null ? [] : wordsOf(scope[1]!);
  const others = wordsOf(scope === null ? text : text.slice(scope[0].length));
  const telling = others.filter((word) => !STOP.has(word));
  const counted = telling.length + scoped.length === 0 ? others : telling;
  return {
    words: [
      ...[...new Set(scoped)].map((text) => ({ text, scope: true })),
      ...[...new Set(counted)].map((text) => ({ text, scope: false })),
    ].slice(0, MOST_WORDS),
    phrase: [...scoped, ...others].map((word) => ` ${word}`).join(""),
  };
}

/** Words from which one may be left out: with fewer too little is left, with more nothing fits. */
const SHORTENED = { least: 3, most: 6 };

/** A query of some words with each of them left out once; the collective stays. */
export function shortened({ words }: Query): Query[] {
  if (words.length < SHORTENED.least || words.length > SHORTENED.most) return [];
  return words.filter(({ scope }) => !scope).map((left) => {
    const others = words.filter((word) => word !== left);
    return { words: others, phrase: others.map(({ text }) => ` ${text}`).join("") };
  });
}

/** Other forms of an English word, such as its plural. */
export function otherForms(word: string): string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [];
  const forms = word.endsWith("y") ? [`${word.slice(0, -1)}ies`] : [`${word}s`, `${word}es`];
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  else if (/(s|x|ch|sh)es$/.test(word)) forms.push(word.slice(0, -2), word.slice(0, -1));
  else if (/[^su]s$/.test(word)) forms.push(word.slice(0, -1));
  const stem = /^(.{3,})(?:ing|ed)$/.exec(word)?.[1];
  if (stem !== undefined) {
    forms.push(stem, `${stem}e`);
    if (stem.at(-1) === stem.at(-2)) forms.push(stem.slice(0, -1));
  }
  return forms;
}
