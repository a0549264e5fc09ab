/** Code points of a word that count: a longer one is the same as its beginning. */
const MOST_CHARACTERS = 40;

/** Letters that are written without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Runs of letters with spaces between words, or of letters without. */
const RUNS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** True for a word of a script without spaces: a pair of characters, or the last one. */
export function isUnspaced(word: string): boolean {
  return UNSPACED.test(word);
}

/**
 * The words of a text in its order, as documents and queries are compared: lower case, without
 * accents, of letters and digits. Chinese, Japanese and Korean, which have no spaces between words,
 * become pairs of neighbouring characters.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of plainText(text).matchAll(WORD)) {
    if (!UNSPACED.test(word)) words.push(cut(word));
    else for (const [run] of word.matchAll(RUNS)) words.push(...ofRun(run));
  }
  return words;
}

/** Words of a name that code gives: also the parts of `listBuckets`. */
export function codeWordsOf(text: string): string[] {
  const parts = text.replaceAll(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ");
  return parts === text ? wordsOf(text) : [...wordsOf(text), ...wordsOf(parts)];
}

/** The same text for all spellings of a character, and without accents. */
function plainText(text: string): string {
  return text.normalize("NFKD").replaceAll(/[\u0300-\u036f]+/g, "").normalize("NFC").toLowerCase();
}

function cut(word: string): string {
  return word.length <= MOST_CHARACTERS ? word : [...word].slice(0, MOST_CHARACTERS).join("");
}

function ofRun(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1 || !UNSPACED.test(run)) return [cut(run)];
  // The last one also stands alone: each character of a run then begins a word.
  return [...characters.slice(1).map((next, n) => characters[n]! + next), characters.at(-1)!];
}
