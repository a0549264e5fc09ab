import { isOrdinaryLine, isOrdinaryText, latePattern } from "./ordinary.ts";
import { escaped, HIDDEN_CHARACTER } from "./visible.ts";

/** Anything that is not seen, or that looks like a plain space and is none. */
const NOT_PLAIN = String.raw`[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}`;

const notPlain = latePattern(NOT_PLAIN, "u");
const everyNotPlain = latePattern(NOT_PLAIN, "gu");
const notText = latePattern(HIDDEN_CHARACTER, "u");

/**
 * Why a text cannot be a name or a path that people compare by eye, or undefined when it can: it has
 * a character that is not seen, turns the reading direction or is unassigned, or a space that is not
 * the plain one.
 */
export function nameProblem(name: string): string | undefined {
  const found = isOrdinaryLine(name) ? null : notPlain().exec(name);
  return found === null ? undefined : `has the character ${escaped(found[0])}, which is invisible`;
}

/** A name of somebody else with every character that {@link nameProblem} refuses written out. */
export function visibleName(name: string): string {
  return isOrdinaryLine(name) ? name : name.replace(everyNotPlain(), escaped);
}

/** The same for text of several lines: line ends, tabs, and what emoji need may stand in it. */
export function textProblem(text: string): string | undefined {
  const found = isOrdinaryText(text) ? null : notText().exec(text);
  return found === null ? undefined : `has the character ${escaped(found[0])}, which is invisible`;
}
