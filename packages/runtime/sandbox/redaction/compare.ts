import type { Pattern } from "./pattern.ts";
import { inAlphabet, isUnclear, unitsAt } from "./unit.ts";

/** How a text and a pattern compare from one place on. */
export interface Comparison {
  /** Where the pattern ends, when all of it stands there. */
  end?: number;
  /** How many characters of it stand there when the text ends first. */
  count?: number;
  /** True when more text could make it another result. */
  open: boolean;
}

/** Characters that one character may be written as, a broken line before it included. */
const LONGEST_UNIT = 64;

/** Characters of base64 that hold the last bits of the last byte. */
const BASE64_END = /[A-Za-z0-9+/_-]?={0,2}/y;

/**
 * Compares a pattern from its character `from` on with a text from `at` on. A character may be written
 * in several ways, so that several places are followed at once.
 *
 * @param spend is called for each character compared; what it throws ends the comparison
 */
export function compare(
  pattern: Pattern,
  { text, at, from = 0 }: { text: string; at: number; from?: number },
  spend: () => void,
): Comparison {
  const { codes, writing } = pattern;
  let places = [at];
  let open = false;
  let count: number | undefined;
  for (let index = from; index < codes.length && places.length > 0; index++) {
    const next: number[] = [];
    for (const place of places) {
      spend();
      if (place >= text.length) {
        count ??= index;
        continue;
      }
      const plain = text.charCodeAt(place);
      if (plain < 0xd800 && !isUnclear(plain)) {
        if (inAlphabet(plain, writing) === codes[index]) next.push(place + 1);
        continue;
      }
      open ||= isCutOff(text, place);
      for (const { code, end } of unitsAt(text, place, writing, index)) {
        if (code === codes[index] && !next.includes(end)) next.push(end);
      }
    }
    places = next;
  }
  open ||= count !== undefined;
  const rest = count === undefined ? { open } : { open, count };
  if (places.length === 0) return rest;
  const last = Math.max(...places);
  if (writing !== "base64") return { ...rest, end: last };
  BASE64_END.lastIndex = last;
  BASE64_END.test(text);
  const end = Math.max(last, BASE64_END.lastIndex);
  return { ...rest, end, open: open || text.length - last < 3 };
}

/** True where a text may end within one character. */
export function isCutOff(text: string, at: number): boolean {
  const left = text.length - at;
  const unit = text.charCodeAt(at);
  return left < LONGEST_UNIT && isUnclear(unit) || left === 1 && isFirstHalf(unit);
}

/** True for the first half of a character that has two. */
export function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
