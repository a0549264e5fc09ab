// deno-lint-ignore no-control-regex
const COLOR = /\x1b\[[0-9;:]*m/g;

/** Text without the escape sequences that color a terminal: what stands on both sides reads as one. */
export function withoutColors(text: string): string {
  return text.includes("\x1b") ? text.replace(COLOR, "") : text;
}
