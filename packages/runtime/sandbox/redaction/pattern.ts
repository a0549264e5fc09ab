import { withoutColors } from "./colors.ts";

/** How patterns are written: as they are read, as base64 in either alphabet, or as hexadecimal digits. */
export const WRITINGS = ["text", "base64", "hex"] as const;

/** One of these. */
export type Writing = typeof WRITINGS[number];

/** A part of a secret that must not be shown, however it is written. */
export interface Pattern {
  writing: Writing;
  /** Code points. Those of hexadecimal digits are of lower case, base64 is of the usual alphabet. */
  codes: readonly number[];
}

/** Characters of the shortest secret that is hidden: shorter ones would blank out half of any output. */
export const SHORTEST_SECRET = 3;

/** The same for one line of a secret of several, such as a private key, and for base64 and hexadecimal. */
const SHORTEST_PART = 6;

/** Characters of a pattern. A longer secret is several: comparing must not cost its length each time. */
const BLOCK = 64;

/**
 * The texts that are secrets in a value: itself, or those inside of an object or list. Switches are
 * none.
 */
export function secretsOf(value: unknown): string[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(secretsOf);
  if (typeof value !== "string" && typeof value !== "number") return [];
  const text = String(value);
  return text.length < SHORTEST_SECRET ? [] : [text];
}

/**
 * What must not be shown of a secret: it itself, each of its lines, as what is printed arrives line by
 * line, and what stands in base64 and hexadecimal whatever stands around it.
 */
export function patternsOf(secret: string): Pattern[] {
  const lines = secret.split(/\r?\n/).map((part) => part.trim())
    .filter((line) => line.length >= SHORTEST_PART && line !== secret);
  // Where a text is shown its colors are left out, those of the secret with them.
  const plain = withoutColors(secret);
  const forms = plain === secret || plain.length < SHORTEST_SECRET ? [secret] : [secret, plain];
  const texts = [...forms, ...lines].flatMap((form) => blocksOf([...form]));
  const patterns: Pattern[] = texts.map((block) => ({ writing: "text", codes: codesOf(block) }));
  const bytes = new TextEncoder().encode(secret);
  if (bytes.length < SHORTEST_PART) return patterns;
  for (const block of blocksOf([...bytes])) {
    for (const before of [0, 1, 2]) {
      patterns.push({ writing: "base64", codes: codesOf([...base64Within(block, before)]) });
    }
    patterns.push({ writing: "hex", codes: codesOf([...Uint8Array.from(block).toHex()]) });
  }
  return patterns;
}

/** A list in pieces of `BLOCK`; the last one is as long as the others and overlaps. */
function blocksOf<Item>(items: readonly Item[]): Item[][] {
  const blocks: Item[][] = [];
  for (let at = 0; at < items.length; at += BLOCK) {
    const from = Math.max(0, Math.min(at, items.length - BLOCK));
    blocks.push(items.slice(from, from + BLOCK));
  }
  return blocks;
}

function codesOf(characters: readonly string[]): number[] {
  return characters.map((character) => character.codePointAt(0)!);
}

/** The characters of base64 that these bytes alone decide, with so many bytes before them. */
function base64Within(bytes: readonly number[], before: number): string {
  const padded = btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes));
  const from = Math.ceil((before * 8) / 6);
  return padded.slice(from, Math.floor(((before + bytes.length) * 8) / 6));
}
