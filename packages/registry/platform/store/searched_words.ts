/** Words of a search that count. Each is another list that the store reads. */
const MOST_WORDS = 8;

/** Code points of a word that count. */
const MOST_CHARACTERS = 40;

/** One word of a search: of letters and digits only. */
export interface SearchedWord {
  word: string;
  /** The document has to have this word; otherwise one that begins with it. */
  whole: boolean;
}

/** The words of a text that somebody typed, in small letters, each once. */
export function searchedWords(text: string): SearchedWord[] {
  const words = text.normalize("NFC").toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const counted = new Set(words.map((word) => [...word].slice(0, MOST_CHARACTERS).join("")));
  return [...counted].slice(0, MOST_WORDS)
    .map((word) => ({ word, whole: [...word].length === 1 }));
}
