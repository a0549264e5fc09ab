/**
 * What must never reach a terminal: C0 and C1 controls (a terminal may act on them), marks that
 * change the direction of the text after them, separators that end a line unseen, and lone
 * surrogates, which are no characters.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb]/gu;

/** A whole escape sequence: CSI, OSC and its kin up to their end, or ESC and one character. */
const ESCAPE_SEQUENCE =
  // deno-lint-ignore no-control-regex
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0090\u0098\u009c-\u009f]*(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]*[0-~]/g;

/**
 * Text of a stranger for a terminal or a log, on one line: escape sequences go, every other control
 * becomes a space. Idempotent.
 */
export function terminalLine(text: string): string {
  return text.replace(ESCAPE_SEQUENCE, "").replace(UNSAFE, " ").replace(/ {2,}/g, " ").trim();
}

/** As {@link terminalLine}, but lines stay lines and tabs stay tabs. */
export function terminalText(text: string): string {
  return text.replace(ESCAPE_SEQUENCE, "").replace(/\r\n?/g, "\n")
    .replace(UNSAFE, (mark) => mark === "\n" || mark === "\t" ? mark : " ");
}
