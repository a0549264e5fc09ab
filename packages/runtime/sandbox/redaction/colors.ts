// deno-lint-ignore no-control-regex
const COLOR = /\x1b\[[0-9;:]*m/g;

// deno-lint-ignore no-control-regex
const USUAL = /^(?:[^\x1b]|\x1b\[(?:\d{1,3}(?:[;:]\d{1,3}){0,5})?m)*$/;

/**
 * The text with its colors, where it has some and no other escape sequence, and `clean` is all of what it
 * says: where a secret was taken out, the colors are as well. Numbers that no color has could tell one.
 */
export function coloredAs(clean: string, text: string): string | undefined {
  return text !== clean && withoutColors(text) === clean && USUAL.test(text) ? text : undefined;
}

/** Text without the escape sequences that color a terminal: what stands on both sides reads as one. */
export function withoutColors(text: string): string {
  return text.includes("\x1b") ? text.replace(COLOR, "") : text;
}
