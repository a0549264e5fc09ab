import { compare, type Comparison, isCutOff, isFirstHalf } from "./compare.ts";
import { type Pattern, type Writing, WRITINGS } from "./pattern.ts";
import { inAlphabet, isEscape, isUnclear, writtenAt } from "./unit.ts";

/** A place in a text that must not be shown. */
export interface Found {
  start: number;
  end: number;
}

/** A pattern whose first characters have been seen. */
export interface Begun {
  pattern: Pattern;
  /** How many of them. */
  count: number;
}

/** What the end of a text may be the beginning of. */
export interface Unfinished {
  /** Where it begins. */
  start: number;
  begun: Begun[];
}

/** How to search a text. */
interface SearchOptions {
  /** So many characters at the beginning must not be shown: a place that began before the text. */
  covered?: number | undefined;
  /** Is told where more text could change what is found; the search ends when it says so. */
  stopsAt?: ((rest: Unfinished) => boolean) | undefined;
}

/** Looks for patterns in texts. */
export interface Matcher {
  /** Looks for these, too. */
  add(patterns: readonly Pattern[]): void;
  /**
   * The places that must not be shown, from left to right; those that touch are one.
   *
   * @throws Costly when comparing takes far more than the text is long
   */
  search(text: string, options?: SearchOptions): Generator<Found>;
  /** How a pattern goes on at the beginning of a text. */
  goesOn(text: string, begun: Begun): Comparison;
}

/** A text takes too long to look through: it is to be left out whole. */
export class Costly extends Error {}

/** What looking through a text may cost: so many comparisons for each of its characters, and some. */
const STEPS_EACH = 10;
const STEPS_MORE = 100_000;

/** In the place of a second character that is not known. */
const ANY = 0x10ffff + 1;

/** A matcher for these patterns. Looking through a text takes as long however many they are. */
export function createMatcher(patterns: readonly Pattern[] = []): Matcher {
  const index = createIndex();
  patterns.forEach(index.add);

  function* search(
    text: string,
    { covered, stopsAt }: SearchOptions = {},
  ): Generator<Found> {
    const spend = budget(text);
    let place: Found | undefined = covered === undefined ? undefined : { start: 0, end: covered };
    for (let at = 0; at < text.length; at++) {
      if (!index.mayBegin(text, at)) continue;
      const { end, begun, open } = beginning(text, at, spend);
      if (open && stopsAt?.({ start: at, begun })) break;
      if (end === undefined) continue;
      if (place !== undefined && at <= place.end) place.end = Math.max(place.end, end);
      else {
        if (place !== undefined) yield place;
        place = { start: at, end };
      }
    }
    if (place !== undefined) yield place;
  }

  /** Where the longest ends that begins at a place, and what may go on behind the text. */
  function beginning(text: string, at: number, spend: () => void) {
    let end: number | undefined;
    const unit = text.charCodeAt(at);
    let open = (isEscape(unit) || isFirstHalf(unit)) && isCutOff(text, at);
    const begun: Begun[] = [];
    for (const pattern of index.candidates(text, at)) {
      const found = compare(pattern, { text, at }, spend);
      if (found.end !== undefined) end = Math.max(end ?? 0, found.end);
      if (found.count !== undefined) begun.push({ pattern, count: found.count });
      open ||= found.open;
    }
    return { end, begun, open };
  }

  return {
    add: (more) => more.forEach(index.add),
    search,
    goesOn: (text, { pattern, count }) =>
      compare(pattern, { text, at: 0, from: count }, budget(text)),
  };
}

function budget(text: string): () => void {
  let steps = STEPS_MORE + text.length * STEPS_EACH;
  return () => {
    if (--steps < 0) throw new Costly();
  };
}

/** Patterns by their first two characters. */
function createIndex() {
  const byStart = new Map<number, Pattern[]>();
  const filter = createFilter();
  const list = (key: number, pattern: Pattern) => {
    const known = byStart.get(key);
    if (known === undefined) byStart.set(key, [pattern]);
    else known.push(pattern);
  };
  return {
    add(pattern: Pattern): void {
      const { writing, codes: [first, second] } = pattern;
      filter.add(pattern);
      list(keyOf(writing, first!, ANY), pattern);
      list(keyOf(writing, first!, second!), pattern);
    },
    mayBegin: filter.mayBegin,
    /** The patterns that may begin at a place: by two characters, or by one where a line is broken. */
    candidates(text: string, at: number): ReadonlySet<Pattern> {
      const found = new Set<Pattern>();
      for (const { code, end } of writtenAt(text, at)) {
        const broken = end >= text.length || isBreak(text.charCodeAt(end)) || isCutOff(text, end);
        const seconds = broken ? [ANY] : writtenAt(text, end).map((second) => second.code);
        for (const writing of WRITINGS) {
          for (const second of seconds) {
            const key = keyOf(writing, inAlphabet(code, writing), inAlphabet(second, writing));
            for (const pattern of byStart.get(key) ?? []) found.add(pattern);
          }
        }
      }
      return found;
    },
  };
}

/**
 * Whether a pattern may begin at a place, from three characters. It decides most places at once; what
 * may be written in another way always may.
 */
function createFilter() {
  const firsts = new Uint8Array(2 ** 16);
  const pairs = new Uint8Array(2 ** 16);
  const triples = new Uint8Array(2 ** 18);
  return {
    add({ writing, codes }: Pattern): void {
      for (const escape of "%&\\+") firsts[escape.charCodeAt(0)] = 2;
      // What is searched are units of text; a character beyond the first plane has two.
      const units = String.fromCodePoint(...codes.slice(0, 3)).split("");
      const [first, second, third] = units.map((unit) => writingsOf(unit.charCodeAt(0), writing));
      for (const one of first!) {
        firsts[one] ||= 1;
        for (const two of second!) {
          pairs[pairOf(one, two)] = 1;
          for (const three of third!) triples[tripleOf(one, two, three)] = 1;
        }
      }
    },
    mayBegin(text: string, at: number): boolean {
      const one = text.charCodeAt(at);
      const flag = firsts[one];
      if (flag !== 1) return flag === 2;
      const two = text.charCodeAt(at + 1);
      if (Number.isNaN(two) || isUnclear(two)) return true;
      if (pairs[pairOf(one, two)] === 0) return false;
      const three = text.charCodeAt(at + 2);
      return Number.isNaN(three) || isUnclear(three) || triples[tripleOf(one, two, three)] === 1;
    },
  };
}

function isBreak(code: number): boolean {
  return code === 10 || code === 13 || code === 92;
}

function keyOf(writing: Writing, first: number, second: number): number {
  return (first * (ANY + 1) + second) * WRITINGS.length + WRITINGS.indexOf(writing);
}

function pairOf(first: number, second: number): number {
  return (first * 251 + second) & 0xffff;
}

function tripleOf(first: number, second: number, third: number): number {
  return (first * 3989 + second * 251 + third) & 0x3ffff;
}

/** The units of text that a character may begin with, where no escape says it. */
function writingsOf(code: number, writing: Writing): number[] {
  if (writing === "hex") return code >= 97 ? [code, code - 32] : [code];
  if (writing === "base64") return code === 43 ? [43, 45] : code === 47 ? [47, 95] : [code];
  return code === 32 ? [32, 43] : [code];
}
