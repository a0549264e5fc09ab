import { escaped, HIDDEN_CHARACTER } from "./visible.ts";

/** Anything that is not seen, or that looks like a plain space and is none. */
const NOT_PLAIN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

const EVERY_NOT_PLAIN = new RegExp(NOT_PLAIN, "gu");

const NOT_TEXT = new RegExp(HIDDEN_CHARACTER, "u");

/**
 * Why a text cannot be a name or a path that people compare by eye, or undefined when it can: it has
 * a character that is not seen, turns the reading direction or is unassigned, or a space that is not
 * the plain one.
 */
export function nameProblem(name: string): string | undefined {
  const found = NOT_PLAIN.exec(name);
  return found === null ? undefined : `has the character ${escaped(found[0])}, which is not seen`;
}

/** A name of somebody else with every character that {@link nameProblem} refuses written out. */
export function visibleName(name: string): string {
  return name.replace(EVERY_NOT_PLAIN, escaped);
}

/** The same for text of several lines: line ends, tabs, and what emoji need may stand in it. */
export function textProblem(text: string): string | undefined {
  const found = NOT_TEXT.exec(text);
  return found === null ? undefined : `has the character ${escaped(found[0])}, which is not seen`;
}
