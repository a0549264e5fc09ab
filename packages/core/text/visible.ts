import { isOrdinaryLine, isOrdinaryText, latePattern } from "./ordinary.ts";

/**
 * What moves a cursor, ends a line, turns the reading direction or is not seen at all. The joiners
 * U+200C and U+200D and variation selectors stay: words of some scripts and emoji need them.
 */
const HIDDEN =
  String.raw`\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}` +
  String.raw`\u{180b}-\u{180f}\u{200b}\u{200e}\u{200f}\u{202a}-\u{202e}\u{2060}-\u{206f}\u{3164}` +
  String.raw`\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{e0000}-\u{e0fff}`;

/** The source of a pattern, for flag `u`, that fits one such character but no line end or tab. */
export const HIDDEN_CHARACTER = String.raw`(?![\n\t])[${HIDDEN}]`;

const all = latePattern(`[${HIDDEN}]`, "gu");
const exceptLines = latePattern(HIDDEN_CHARACTER, "gu");

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A character written out: `\n`, `\x1b`, `\u202e`. */
export function escaped(character: string): string {
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  if (code < 0x100) return SHORT[character] ?? `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

/** Text of somebody else with what cannot be seen written out. Tabs stay, and line ends as `\n`. */
export function visibleText(text: string): string {
  const lines = text.replaceAll("\r\n", "\n");
  return isOrdinaryText(lines) ? lines : lines.replace(exceptLines(), escaped);
}

/** As {@link visibleText}, on one line: line ends and tabs are written out too. */
export function visibleLine(text: string): string {
  return isOrdinaryLine(text) ? text : text.replace(all(), escaped);
}
