import { PlatformFailure } from "../../platform/failure.ts";
import { LARGEST_FILE } from "../file/blob.ts";
import { expand } from "./expand.ts";
import { lineAt, onlyMatch } from "./match.ts";
import { lineEndAt, viewOf } from "./view.ts";

/** Most characters of the lines that are shown before and after. */
const LONGEST_SHOWN = 10_000;

/** A text with one place replaced. */
export interface Replaced {
  text: string;
  /** The line the match begins on, counted from 1. */
  line: number;
  /** The whole lines that the match spanned, without their last line end. */
  before: string;
  /** What they are now. */
  after: string;
}

/**
 * Replaces the only match of a pattern. What the pattern did not match keeps every byte: byte order
 * mark, line ends, and whether the file ends with one.
 *
 * @throws PlatformFailure as `onlyMatch` and `expand`
 */
export function replaceOnce(text: string, pattern: string, replacement: string): Replaced {
  const { shown, exact, place } = viewOf(text, pattern);
  const match = onlyMatch(pattern, shown);
  const start = place(match.start);
  const end = place(match.end);
  const crlf = !exact && lineEndAt(text, start) === "\r\n";
  const texts = match.groups.map((group) =>
    group === null ? null : text.slice(place(group[0]), place(group[1]))
  );
  const put = expand(
    replacement,
    { texts, names: match.names },
    LARGEST_FILE,
    (literal) => crlf ? literal.replaceAll(/\r?\n/g, "\r\n") : literal,
  );
  if (!put.isWellFormed()) throw notUnicode();
  const result = text.slice(0, start) + put + text.slice(end);
  const from = start === 0 ? 0 : text.lastIndexOf("\n", start - 1) + 1;
  const wholeLines = start === from && text[end - 1] === "\n";
  return {
    text: result,
    line: lineAt(shown, match.start),
    before: linesOf(text, from, end),
    after: put === "" && wholeLines ? "" : linesOf(result, from, start + put.length),
  };
}

/** The whole lines from the start of one to the line on which the character before `end` is. */
function linesOf(text: string, from: number, end: number): string {
  const stop = text.indexOf("\n", Math.max(from, end - 1));
  const lines = text.slice(from, stop < 0 ? text.length : stop)
    .replace(/^\ufeff/, "").replace(/\r$/, "");
  const cut = lines.slice(0, LONGEST_SHOWN);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

function notUnicode(): PlatformFailure {
  return new PlatformFailure("invalid", {
    reason: "the replacement has half of a character",
    hint: "Write it in valid Unicode",
  });
}
