import { visibleLine, visibleText } from "@svc/core/text";

/** Selectors that change how a character looks; rows of them carry messages that nobody sees. */
const SELECTORS = /[\u{fe00}-\u{fe0f}\u{200c}\u{200d}]/gu;

/**
 * A stranger's text on one line, for the descriptions that a model reads: nothing in it is unseen,
 * nothing looks like markup, and it ends after `most` characters.
 */
export function plainWords(text: string, most: number): string {
  const start = text.slice(0, most * 4).replace(SELECTORS, "");
  const line = visibleLine(start.replace(/\s+/g, " ").trim())
    .replace(/[<>]/g, (bracket) => bracket === "<" ? "‹" : "›");
  return bounded(line, most);
}

/** As {@linkcode plainWords}, with its lines. */
export function plainLines(text: string, most: number): string {
  return bounded(visibleText(text.slice(0, most * 2)), most);
}

/** True for a text that {@linkcode plainWords} leaves as it is. */
export function isPlain(text: string, most: number): boolean {
  return plainWords(text, most) === text;
}

function bounded(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}
