/** Styles for text on a terminal; the plain ones return their text unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

/** No styles. */
export const PLAIN: Paint = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  green: (text) => text,
  yellow: (text) => text,
};

const COLOURED: Paint = {
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
  dim: (text) => `\x1b[2m${text}\x1b[22m`,
  red: (text) => `\x1b[31m${text}\x1b[39m`,
  green: (text) => `\x1b[32m${text}\x1b[39m`,
  yellow: (text) => `\x1b[33m${text}\x1b[39m`,
};

/** The styles for a stream: colour on a terminal only, never with `--no-color` or a non-empty `NO_COLOR`. */
export function paintFor(
  terminal: boolean,
  noColorOption: boolean,
  env: (name: string) => string | undefined,
): Paint {
  const wanted = terminal && !noColorOption && !env("NO_COLOR") && env("TERM") !== "dumb";
  return wanted ? COLOURED : PLAIN;
}
