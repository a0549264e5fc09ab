/** What {@link paintFor} writes; text is composed with it before it comes here. */
const PAINT = String.raw`\x1b\[(?:1|2|22|31|32|33|39)m`;

/** An escape sequence: of an operating system command to its end, of any other kind, or a control. */
const CONTROLS = String.raw`\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?|` +
  String.raw`\x1b[ -/]*[0-~]?|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]`;

const EXCEPT_PAINT = new RegExp(`(${PAINT})|${CONTROLS}`, "g");
const ALL = new RegExp(CONTROLS, "g");

/**
 * Text of ours that quotes others (an extension's description, a server's refusal), without what
 * could move a terminal's cursor, rewrite what stands there, or turn the reading direction. Line
 * ends, tabs and our own colours stay.
 */
export function terminalText(text: string): string {
  return text.replace(EXCEPT_PAINT, "$1");
}

/** Text that others wrote whole, such as what a method logs: its colours go too. */
export function foreignText(text: string): string {
  return text.replace(ALL, "");
}
