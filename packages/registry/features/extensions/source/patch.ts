import { HIDDEN_CHARACTER } from "@svc/core/text";
import { structuredPatch } from "diff";
import { type NoText, readText } from "./text.ts";

/** What differs in a text. */
export interface Patch {
  added: number;
  removed: number;
  hunks: Hunk[];
}

/**
 * Why a file's lines are not shown: it is not text, it is too long, the two differ too much, or the
 * page has shown its share before.
 */
export type NotCompared = NoText | "late" | "beyond";

/** Lines of both versions around a change, each with its mark ` `, `+` or `-` in front. */
export interface Hunk {
  oldStart: number;
  newStart: number;
  lines: string[];
}

/** What is left of a comparison's share: milliseconds, lines, and characters of them. */
export interface Left {
  ms: number;
  lines: number;
  characters: number;
}

/** Time for one file, in milliseconds, and lines that may differ: the search takes their square. */
const FILE = { ms: 1_000, edits: 4_000 };

/** Longest line that is shown whole. */
const LINE_CHARACTERS = 1_000;

const HIDDEN = new RegExp(HIDDEN_CHARACTER, "gu");

/** Characters of HTML in which one that is not seen is written out. */
const HIDDEN_COST = 40;

/** The lines that differ between two texts, taken out of what is `left`. */
export function patchOf(
  bytes: { before: Uint8Array | undefined; after: Uint8Array | undefined },
  left: Left,
): Patch | NotCompared {
  const before = textOf(bytes.before);
  const after = textOf(bytes.after);
  if (typeof before === "string") return before;
  if (typeof after === "string") return after;
  if (left.ms <= 0 || left.lines <= 0 || left.characters <= 0) return "beyond";
  const began = performance.now();
  const hunks = hunksOf(before.text, after.text, Math.min(FILE.ms, left.ms));
  left.ms -= performance.now() - began;
  if (hunks === undefined) return "late";
  const lines = hunks.flatMap((hunk) => hunk.lines);
  left.lines -= lines.length;
  left.characters -= lines.reduce((sum, line) => sum + costOf(line), 0);
  if (left.lines < 0 || left.characters < 0) return "beyond";
  return {
    added: lines.filter((line) => line.startsWith("+")).length,
    removed: lines.filter((line) => line.startsWith("-")).length,
    hunks,
  };
}

function costOf(line: string): number {
  return line.length + HIDDEN_COST * (line.match(HIDDEN)?.length ?? 0);
}

function textOf(bytes: Uint8Array | undefined) {
  return bytes === undefined ? { text: "" } : readText(bytes);
}

function hunksOf(before: string, after: string, timeout: number): Hunk[] | undefined {
  if (before === "") return wholeOf("+", after);
  if (after === "") return wholeOf("-", before);
  const patch = structuredPatch("", "", before, after, undefined, undefined, {
    context: 3,
    timeout,
    maxEditLength: FILE.edits,
  });
  return patch?.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.filter((line) => !line.startsWith("\\")).map(shortened),
  }));
}

/** A text that is new, or gone. */
function wholeOf(mark: string, text: string): Hunk[] {
  if (text === "") return [];
  const lines = text.replace(/\n$/, "").split("\n").map((line) => shortened(mark + line));
  return [{ oldStart: 1, newStart: 1, lines }];
}

function shortened(line: string): string {
  return line.length <= LINE_CHARACTERS ? line : `${line.slice(0, LINE_CHARACTERS)}…`;
}
