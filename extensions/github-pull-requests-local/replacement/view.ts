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
export function lineEndAt(text: string, offset: number): "\n" | "\r\n" {
  let at = text.indexOf("\n", offset);
  if (at < 0) at = text.lastIndexOf("\n", offset);
  return at > 0 && text[at - 1] === "\r" ? "\r\n" : "\n";
}
