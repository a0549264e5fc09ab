import type { Writing } from "./pattern.ts";

/** What may stand between two characters of one secret: the line was broken, the next one indented. */
const BREAK = /(?:\r?\n|\\r\\n|\\n)[ \t]{0,40}/y;

/** What may stand between two bytes in hexadecimal. */
const BETWEEN_BYTES = /(?:[:\-_., ]|\\x|0x|, ?0x){1,2}/y;

const ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  r: 13,
  t: 9,
  b: 8,
  f: 12,
  v: 11,
  "0": 0,
};

const ENTITIES: Readonly<Record<string, number>> = {
  amp: 38,
  lt: 60,
  gt: 62,
  quot: 34,
  apos: 39,
};

/** Backslashes before one character: text within JSON within JSON. */
const NESTED = 7;

const PERCENT = 37;
const AMPERSAND = 38;
const BACKSLASH = 92;

/** True for a character that may begin another writing of some character. */
export function isEscape(code: number): boolean {
  return code === PERCENT || code === AMPERSAND || code === BACKSLASH;
}

/** A character as it is written at some place. */
interface Written {
  code: number;
  /** Where the next one begins. */
  end: number;
}

/**
 * The characters that may be meant at `at`: the one that stands there, and the one it stands for in a
 * URL, in JSON, in a shell or in HTML.
 */
export function writtenAt(text: string, at: number): Written[] {
  const code = text.codePointAt(at)!;
  const plain = { code, end: at + (code > 0xffff ? 2 : 1) };
  switch (code) {
    case PERCENT:
      return [plain, ...percentAt(text, at)];
    case AMPERSAND:
      return [plain, ...entityAt(text, at)];
    case BACKSLASH:
      return [plain, ...escapeAt(text, at)];
    case 43:
      return [plain, { code: 32, end: at + 1 }];
    default:
      return [plain];
  }
}

/** As {@linkcode writtenAt}, in the alphabet of a writing, and with what may lie before it skipped. */
export function unitsAt(text: string, at: number, writing: Writing, index: number): Written[] {
  const found = writtenAt(text, at);
  if (index > 0 && isUnclear(text.charCodeAt(at))) {
    const breaks = writing === "hex" && index % 2 === 0 ? [BREAK, BETWEEN_BYTES] : [BREAK];
    for (const pattern of breaks) {
      const next = skipped(pattern, text, at);
      if (next !== undefined && next < text.length) found.push(...writtenAt(text, next));
    }
  }
  if (writing === "text") return found;
  return found.map(({ code, end }) => ({ code: inAlphabet(code, writing), end }));
}

/** True for what may be a part of an escape, or are between two characters. */
export function isUnclear(code: number): boolean {
  return UNCLEAR.has(code);
}

const UNCLEAR: ReadonlySet<number> = new Set(
  [..."%&\\\r\n\t +:-_.,0"].map((one) => one.charCodeAt(0)),
);

/** A character of base64 or hexadecimal as patterns have it. */
export function inAlphabet(code: number, writing: Writing): number {
  if (writing === "hex") return code >= 65 && code <= 70 ? code + 32 : code;
  if (writing === "base64") return code === 45 ? 43 : code === 95 ? 47 : code;
  return code;
}

/** Where the text goes on after a match of `pattern` at `at`. */
function skipped(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** `%C3%A9`, and `%25C3%25A9` of what was encoded twice. */
function percentAt(text: string, at: number): Written[] {
  return bytesAt(text, at).flatMap(({ code: first, end }) => {
    if (first < 0x80) return [{ code: first, end }];
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (more === 0) return [];
    let found: Written[] = [{ code: first & (0x3f >> more), end }];
    for (let left = more; left > 0; left--) {
      found = found.flatMap((begun) =>
        bytesAt(text, begun.end).filter(({ code }) => (code & 0xc0) === 0x80)
          .map((next) => ({ code: (begun.code << 6) | (next.code & 0x3f), end: next.end }))
      );
    }
    return found;
  });
}

/** The bytes that `%25c3` may mean: `%` itself, and what it is again decoded. */
function bytesAt(text: string, at: number): Written[] {
  if (text.charCodeAt(at) !== PERCENT) return [];
  const found: Written[] = [];
  for (let digits = at + 1; digits - at < 2 * NESTED; digits += 2) {
    const code = hexAt(text, digits, 2);
    if (code === undefined) break;
    found.push({ code, end: digits + 2 });
    if (code !== PERCENT) break;
  }
  return found;
}

/** `\n`, `\"`, `\u00e9`, `\x41`, and the same with the backslashes doubled. */
function escapeAt(text: string, at: number): Written[] {
  let next = at + 1;
  while (next - at < NESTED && text.charCodeAt(next) === BACKSLASH) next++;
  const found: Written[] = [];
  // A backslash itself is written as two, as four within a text within a text.
  for (const count of [2, 4]) {
    if (next - at >= count) found.push({ code: BACKSLASH, end: at + count });
  }
  const letter = text[next];
  if (letter === undefined) return found;
  if (letter === "u" || letter === "x") {
    const length = letter === "u" ? 4 : 2;
    const unit = hexAt(text, next + 1, length);
    if (unit !== undefined) found.push(withPair(text, { code: unit, end: next + 1 + length }));
  }
  const control = ESCAPES[letter];
  if (control !== undefined) found.push({ code: control, end: next + 1 });
  // What needs no letter stands for itself.
  if (!/[A-Za-z0-9]/.test(letter)) {
    const code = text.codePointAt(next)!;
    found.push({ code, end: next + (code > 0xffff ? 2 : 1) });
  }
  return found;
}

/** A character beyond the first plane is written as two: `\ud83d\ude00`. */
function withPair(text: string, { code, end }: Written): Written {
  if (code < 0xd800 || code > 0xdbff) return { code, end };
  const match = /^\\+u([dD][c-fC-F][0-9a-fA-F]{2})/.exec(text.slice(end, end + NESTED + 5));
  if (match === null) return { code, end };
  const low = Number.parseInt(match[1]!, 16);
  return { code: (code - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000, end: end + match[0].length };
}

/** `&amp;`, `&#38;`, `&#x26;`. */
function entityAt(text: string, at: number): Written[] {
  const match = /^&(?:#0{0,5}(\d{1,7})|#[xX]0{0,5}([0-9a-fA-F]{1,6})|([a-z]{2,4}));/
    .exec(text.slice(at, at + 16));
  if (match === null) return [];
  const [whole, decimal, hexadecimal, name] = match;
  const code = decimal !== undefined
    ? Number(decimal)
    : hexadecimal !== undefined
    ? Number.parseInt(hexadecimal, 16)
    : ENTITIES[name!];
  return code === undefined ? [] : [{ code, end: at + whole.length }];
}

function hexAt(text: string, at: number, length: number): number | undefined {
  const digits = text.slice(at, at + length);
  return digits.length === length && /^[0-9a-fA-F]+$/.test(digits)
    ? Number.parseInt(digits, 16)
    : undefined;
}
