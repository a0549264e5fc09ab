import {
  escaped,
  HIDDEN_CHARACTER,
  isOrdinaryText,
  latePattern,
  visibleLine,
  visibleText,
} from "@svc/core/text";
import { withoutColors } from "@svc/runtime/redaction";

/** What {@link paintFor} writes; text is composed with it before it comes here. */
const PAINT = String.raw`\x1b\[(?:1|2|22|31|32|33|39)m`;

const exceptPaint = latePattern(`(${PAINT})|${HIDDEN_CHARACTER}`, "gu");

/**
 * Text of ours that quotes others (an extension's description, a server's refusal), with what could
 * move a terminal's cursor, rewrite what stands there, or turn the reading direction written out.
 * Line ends, tabs and our own colours stay.
 */
export function terminalText(text: string): string {
  const lines = text.replaceAll("\r\n", "\n");
  if (isOrdinaryText(lines)) return lines;
  return lines.replace(exceptPaint(), (found, paint) => paint ?? escaped(found));
}

/** A message of ours that quotes others: only its first line begins where lines of ours begin. */
export function messageText(text: string): string {
  return terminalText(text).trimEnd().replace(/\n(?! {2})/g, "\n  ");
}

/** Text that others wrote whole, such as what a method logs, each line marked as theirs. */
export function quotedText(text: string): string {
  return visibleText(withoutColors(text)).split("\n")
    .map((line) => `| ${line}`.trimEnd()).join("\n");
}

/** Text that others wrote on several lines, such as a comment, set in. */
export function blockText(text: string): string {
  return visibleText(text).trimEnd().split("\n").map((line) => `  ${line}`.trimEnd())
    .join("\n");
}

/** Text that others wrote, on one line. */
export function lineText(text: string): string {
  const one = /[\r\n]/.test(text) ? text.trim().replace(/\s*[\r\n]+\s*/g, " ") : text;
  return visibleLine(one);
}

/**
 * A copy of a result in which every text and name is on one line, for a command to set into lines of
 * its own. What stands under a key of `whole` is left as it is.
 */
export function singleLines<T>(value: T, whole: readonly string[] = []): T {
  if (typeof value === "string") return lineText(value) as T;
  if (Array.isArray(value)) return value.map((item) => singleLines(item, whole)) as T;
  if (typeof value !== "object" || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      lineText(key),
      whole.includes(key) ? part : singleLines(part, whole),
    ]),
  ) as T;
}

/** A JSON document with what is not seen as escapes of JSON, which mean the same. */
export function visibleJson(json: string): string {
  if (isOrdinaryText(json)) return json;
  return json.replace(
    everyHidden(),
    (found) =>
      Array.from(
        { length: found.length },
        (_, index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`,
      ).join(""),
  );
}

const everyHidden = latePattern(HIDDEN_CHARACTER, "gu");
