import { FIELD } from "./fields.ts";
import type { Postings } from "./postings.ts";
import type { Query, QueryWord } from "./query.ts";
import type { Terms } from "./terms.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Words that are tried instead of one. */
const TRIED = 4;

/** Entries of a word that are looked at for one that may be seen. */
const MOST_LOOKED_AT = 10_000;

/**
 * Queries without typing errors, best first, where words are in nothing that may be seen. None when
 * each word is somewhere, or when one is too short to tell what was meant or has digits, like a
 * version. Only words that may be seen are offered.
 */
export function corrections(
  { words }: Query,
  terms: readonly Terms[],
  { vocabulary, postings }: { vocabulary: Vocabulary; postings: Postings },
  visible: (slot: number) => boolean,
): Query[] {
  const seen = (term: number, { scope }: QueryWord) => {
    const [entries, start] = [postings.entries(), postings.start(term)];
    const end = start + Math.min(postings.count(term), MOST_LOOKED_AT);
    for (let at = start; at < end; at++) {
      const places = entries[at]! & 255;
      if (scope && (places & FIELD.collective) === 0) continue;
      if (visible(entries[at]! >>> 8)) return places;
    }
    return 0;
  };
  const isSomewhere = (word: QueryWord, { quality }: Terms) =>
    quality.keys().some((term) => seen(term, word) !== 0);
  const better = words.map((word, n) =>
    isSomewhere(word, terms[n]!) ? [word.text] : nearest(word, vocabulary, seen)
  );
  if (better.every((options, n) => options[0] === words[n]!.text)) return [];
  if (better.some((options) => options.length === 0)) return [];
  return Array.from({ length: Math.max(...better.map(({ length }) => length)) }, (_, n) => {
    const corrected = better.map((options) => options[Math.min(n, options.length - 1)]!);
    return {
      words: corrected.map((text, at) => ({ text, scope: words[at]!.scope })),
      phrase: corrected.map((text) => ` ${text}`).join(""),
    };
  });
}

/** Words that somebody may have meant: fewest errors first, then those of names. */
function nearest(
  word: QueryWord,
  vocabulary: Vocabulary,
  seen: (term: number, word: QueryWord) => number,
): string[] {
  const { length } = word.text;
  if (length <= 3 || /\p{N}/u.test(word.text)) return [];
  const near: { term: number; errors: number }[] = [];
  vocabulary.near(word.text, length < 8 ? 1 : 2, (term, errors) => {
    if (vocabulary.words[term]!.length > 3) near.push({ term, errors });
  });
  const inName = FIELD.leaf | FIELD.path | FIELD.collective;
  return near.map(({ term, errors }) => ({
    text: vocabulary.words[term]!,
    errors,
    places: seen(term, word),
  }))
    .filter(({ places, text }) => places !== 0 && !/\p{N}/u.test(text))
    .sort((a, b) =>
      a.errors - b.errors ||
      Number((b.places & inName) !== 0) - Number((a.places & inName) !== 0) ||
      Number(b.text[0] === word.text[0]) - Number(a.text[0] === word.text[0]) ||
      (a.text < b.text ? -1 : 1)
    )
    .slice(0, TRIED).map(({ text }) => text);
}
