import type { IndexedExtension } from "./document.ts";
import { codeWordsOf, wordsOf } from "./words.ts";

/** Where a word stands in an extension; the sum of all places is one byte. */
export const FIELD = {
  /** In the last part of the name: `s3` of `@acme/aws/s3`. */
  leaf: 1,
  /** In another part of the name behind the collective. */
  path: 2,
  label: 4,
  content: 8,
  /** Among the first words of the description. */
  head: 16,
  description: 32,
  collective: 64,
  /** Two neighbouring words of the name as one: `pagerduty` for `pager-duty`. */
  joined: 128,
} as const;

/** What a word weighs by its most important place. */
const WEIGHTS = [
  [FIELD.leaf, 12],
  [FIELD.path, 10],
  [FIELD.joined, 7],
  [FIELD.label, 5],
  [FIELD.head, 4],
  [FIELD.content, 3],
  [FIELD.collective, 2],
  [FIELD.description, 1],
] as const;

/** A further place adds a part of its weight, so that words all over count a little more. */
const FURTHER = 0.1;

/** What a word weighs, by the sum of its places. */
export const WEIGHT_OF_PLACES: Float32Array = Float32Array.from({ length: 256 }, (_, places) => {
  const weights = WEIGHTS.filter(([field]) => places & field).map(([, weight]) => weight);
  return weights.reduce<number>((sum, weight, n) => sum + (n === 0 ? weight : weight * FURTHER), 0);
});

/** Words of a description that say what it is about. */
const HEAD_WORDS = 12;

/** Different words of an extension that are kept. */
const MOST_WORDS = 1_000;

/** The words of an extension with their places, and its name as words. */
export interface IndexedWords {
  places: Map<string, number>;
  /** All words of the name, with a `/` before each part and a space between words of one. */
  name: string;
  /** How many words the last part of the name has. */
  leafWords: number;
}

/** Takes an extension apart. */
export function indexedWords(extension: IndexedExtension): IndexedWords {
  const places = new Map<string, number>();
  const add = (words: readonly string[], field: number) => {
    for (const word of words) {
      const known = places.get(word);
      if (known === undefined && places.size >= MOST_WORDS) continue;
      places.set(word, (known ?? 0) | field);
    }
  };
  const [scope, ...parts] = nameParts(extension.name);
  add(scope!, FIELD.collective);
  const leaf = parts.pop() ?? [];
  for (const words of parts) add(words, FIELD.path);
  add(leaf, FIELD.leaf);
  for (const words of [...parts, leaf]) add(neighbours(words), FIELD.joined);
  const description = wordsOf(extension.description);
  for (const label of extension.labels) add(wordsOf(label), FIELD.label);
  add(description.slice(0, HEAD_WORDS), FIELD.head);
  for (const content of extension.contents) add(codeWordsOf(content), FIELD.content);
  add(description.slice(HEAD_WORDS), FIELD.description);
  return {
    places,
    name: [scope!, ...parts, leaf].map((words) => `/${words.join(" ")}`).join(""),
    leafWords: leaf.length,
  };
}

/** Each two neighbouring words as one; nobody writes a serial number together with a word. */
function neighbours(words: readonly string[]): string[] {
  return words.slice(1).flatMap((word, n) => /^\d{4,}$/.test(word) ? [] : [words[n]! + word]);
}

/** The words of each part of a name, the collective's first. */
function nameParts(name: string): string[][] {
  return name.split("/").map(wordsOf);
}
