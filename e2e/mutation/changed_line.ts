import type { Mutant } from "./changes.ts";
import { applied } from "./mutant.ts";

/** A change as a person reads it, and as the list of accepted ones names it. */
export interface ChangedLine {
  /** From 1. */
  line: number;
  /** The first line that differs, without the space around it. */
  from: string;
  /** What stands there afterwards. */
  to: string;
}

/** Where a change shows. */
export function changedLine(source: string, mutant: Mutant): ChangedLine {
  const before = source.split("\n");
  const after = applied(source, mutant).split("\n");
  const at = before.findIndex((line, index) => line !== after[index]);
  return { line: at + 1, from: before[at]!.trim(), to: (after[at] ?? "").trim() };
}
