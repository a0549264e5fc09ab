/**
 * Only what nearly all texts are made of: letters of Latin scripts, digits, usual punctuation, plain
 * spaces. A look at this comes before patterns of Unicode properties: making one takes longer than most
 * commands of the client do.
 */
const ORDINARY_LINE = /^[ -~\u{a1}-\u{ac}\u{ae}-\u{2ff}\u{2010}-\u{2027}]*$/u;
const ORDINARY_TEXT = /^[\n\t -~\u{a1}-\u{ac}\u{ae}-\u{2ff}\u{2010}-\u{2027}]*$/u;

/** True for a line in which nothing is hidden, as far as a short look tells. */
export function isOrdinaryLine(text: string): boolean {
  return ORDINARY_LINE.test(text);
}

/** The same for text that may have tabs and line ends. */
export function isOrdinaryText(text: string): boolean {
  return ORDINARY_TEXT.test(text);
}

/** A pattern that is made at its first use and kept. */
export function latePattern(source: string, flags: string): () => RegExp {
  let made: RegExp | undefined;
  return () => made ??= new RegExp(source, flags);
}
