import { columns } from "../frame/columns.ts";
import type { Host } from "../frame/host.ts";

/** Longer lines are hard to read, however wide the terminal is. */
const WIDEST = 100;

/** Less room than this beside a label is no room: the text goes below it. */
const NARROWEST = 24;

/** How far a text below its label is indented. */
const BELOW = 6;

/** The room that help has. */
export interface Room {
  /** Columns that it may take; 0 where lines stay as they were written. */
  readonly width: number;
  /** The lines of a text in so many columns. */
  wrap(text: string, width: number): string[];
}

/** Room off a terminal. */
export const PLAIN_ROOM: Room = { width: 0, wrap: (text) => text.split("\n") };

/** The room for help on `host`: what wraps lines is loaded on a terminal only. */
export async function roomFor(host: Host): Promise<Room> {
  return await roomOf(host.stdoutIsTerminal ? Math.min(host.columns, WIDEST) : 0);
}

/** Room of so many columns. */
export async function roomOf(width: number): Promise<Room> {
  if (width === 0) return PLAIN_ROOM;
  const { wrapAnsi } = await import("fast-wrap-ansi");
  return { width, wrap: (text, columns) => wrapAnsi(text, columns).split("\n") };
}

/** A label and what is said of it. */
export type Definition = readonly [label: string, text: string];

/** Labels with their texts beside them, wrapped under themselves; below the labels where it is narrow. */
export function definitions(rows: readonly Definition[], room: Room): string[] {
  const { width } = room;
  if (width === 0) return columns(rows);
  const start = Math.max(0, ...rows.map(([label]) => label.length)) + 2;
  const isNarrow = width - start < NARROWEST;
  const indent = " ".repeat(isNarrow ? BELOW : start);
  return rows.flatMap(([label, text]) => {
    const lines = room.wrap(text, width - indent.length);
    if (isNarrow) return [label, ...lines.map((line) => indent + line)];
    return lines.map((line, at) => (at === 0 ? label.padEnd(start) : indent) + line);
  }).map((line) => line.trimEnd());
}

/** Paragraphs between empty lines, and lists of two columns among them, wrapped to the room. */
export function paragraphs(text: string, room: Room): string {
  if (room.width === 0) return text;
  return text.split("\n\n").map((one) => paragraph(one.split("\n"), room)).join("\n\n");
}

function paragraph(lines: readonly string[], room: Room): string {
  const rows = lines.map((line) => /^(\s*\S.*?) {2,}(\S.*)$/.exec(line));
  if (rows.every((row) => row !== null)) {
    return definitions(rows.map((row) => [row[1]!, row[2]!]), room).join("\n");
  }
  return room.wrap(lines.join(" "), room.width).join("\n");
}
