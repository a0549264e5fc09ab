import { PlatformFailure } from "../../platform/failure.ts";
import { LARGEST_FILE } from "../file/blob.ts";
import { lineAt, onlyMatch } from "./match.ts";

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
    reason: "the replacement has an incomplete character",
    hint: "Write it in valid Unicode",
  });
}

/** A text as a pattern sees it, and the way back to the text itself. */
export interface View {
  /** Without byte order mark, and with `\n` for `\r\n`. */
  shown: string;
  /** True when line ends are shown as they are. */
  exact: boolean;
  /** The offset in the text of an offset in `shown`, both in UTF-16 units. */
  place(offset: number): number;
}

/** What a byte order mark is when it is read as a character. */
const MARK = "\ufeff";

/** A pattern that names the carriage return means it. */
const NAMES_RETURN: RegExp = /\r|\\r|\\x0[dD]|\\x\{0*[dD]\}|\\015/;

/**
 * A pattern sees each line end as one `\n` and no byte order mark, so that `^`, `$` and `.*` mean
 * the same in every file, and cannot take half of a line end away. A pattern that names `\r` sees
 * the line ends as they are.
 */
export function viewOf(text: string, pattern: string): View {
  const mark = text.startsWith(MARK) ? MARK.length : 0;
  const body = text.slice(mark);
  if (NAMES_RETURN.test(pattern)) {
    return { shown: body, exact: true, place: (offset) => mark + offset };
  }
  return {
    shown: body.replaceAll("\r\n", "\n"),
    exact: false,
    place(offset) {
      let left = 0;
      for (let at = body.indexOf("\r\n"); at >= 0 && at - left < offset;) {
        left += 1;
        at = body.indexOf("\r\n", at + 2);
      }
      return mark + offset + left;
    },
  };
}

/** The line end in use at an offset of a text: the next one, else the last one before. */
function lineEndAt(text: string, offset: number): "\n" | "\r\n" {
  let at = text.indexOf("\n", offset);
  if (at < 0) at = text.lastIndexOf("\n", offset);
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}

/** What a replacement may refer to. */
export interface Groups {
  /** Text of each group, the whole match first; null when it took no part. */
  texts: readonly (string | null)[];
  names: Readonly<Record<string, number>>;
}

/**
 * A replacement with what it refers to: `$1`, `$<name>`, `$&` for the whole match, `$$` for a `$`.
 * Any other `$` stands for itself.
 *
 * @param longest most characters the result may have; counted before anything is put together
 * @param written changes the parts that do not come from the match, for example their line ends
 * @throws PlatformFailure `invalid` for a group the pattern does not have, `too_large`
 */
export function expand(
  replacement: string,
  { texts, names }: Groups,
  longest: number,
  written: (literal: string) => string,
): string {
  const parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    if (length > longest) throw tooLong(longest);
    parts.push(part);
  };
  let done = 0;
  for (const found of replacement.matchAll(/\$(?:(\$)|(&)|<([^>]*)>|(\d\d?))/g)) {
    const [all, dollar, whole, name, digits] = found;
    add(written(replacement.slice(done, found.index)));
    done = found.index + all.length;
    if (dollar) add("$");
    else if (whole) add(texts[0]!);
    else if (name !== undefined) {
      if (!Object.hasOwn(names, name)) throw noGroup(all);
      add(texts[names[name]!] ?? "");
    } else {
      const two = Number(digits);
      const group = two > 0 && two < texts.length ? two : Number(digits![0]);
      if (group === 0 || group >= texts.length) throw noGroup(all);
      add(texts[group] ?? "");
      if (group !== two) add(digits!.slice(1));
    }
  }
  add(written(replacement.slice(done)));
  return parts.join("");
}

function noGroup(reference: string): PlatformFailure {
  return new PlatformFailure("invalid", {
    reason: `the replacement refers to '${
      reference.slice(0, 80)
    }', which the pattern does not have`,
    hint: "Write $$ for a $",
  });
}

function tooLong(longest: number): PlatformFailure {
  return new PlatformFailure("too_large", {
    reason: `the replacement is longer than ${longest} characters with its references`,
    hint: "Replace less at a time",
  });
}
