import { columns } from "./columns.ts";
import type { TextView } from "./command.ts";

/** What a table looks at of the view: how to paint, and how wide a line may be. */
export type TableView = Pick<TextView, "paint" | "width">;

/** What a table may do with a row, by its place. */
export interface TableRows {
  /** Lines of its own below a row. */
  below?(index: number): readonly string[];
  /** True for a row that counts less: revoked, expired. */
  isDim?(index: number): boolean;
}

/**
 * Rows under headings. Where the aligned lines are wider than the terminal, each row becomes a block of
 * its own, a line for each cell that is not empty: nothing is cut, so that ids can still be copied. Off
 * a terminal (`width` 0) lines are always aligned.
 */
export function table(
  { paint, width }: TableView,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { below = () => [], isDim = () => false }: TableRows = {},
): string {
  const dimmed = (text: string, index: number) => isDim(index) ? paint.dim(text) : text;
  const [head, ...lines] = columns([headings, ...rows]);
  const fits = width === 0 || [head!, ...lines].every((line) => line.length <= width);
  if (fits) {
    return [
      paint.bold(head!),
      ...lines.flatMap((line, index) => [dimmed(line, index), ...below(index)]),
    ].join("\n");
  }
  return rows.map((row, index) =>
    [
      paint.bold(row[0]!),
      ...block(headings, row).map((line) => dimmed(line, index)),
      ...below(index),
    ].join("\n")
  ).join("\n\n");
}

/** A table of items: headings, each with what its cell says of an item. */
export function listing<Item>(
  view: TableView,
  items: readonly Item[],
  cells: Readonly<Record<string, (item: Item) => string>>,
  { below = () => [], isDim = () => false }: {
    below?(item: Item): readonly string[];
    isDim?(item: Item): boolean;
  } = {},
): string {
  const rows = items.map((item) => Object.values(cells).map((cell) => cell(item)));
  return table(view, Object.keys(cells), rows, {
    below: (index) => below(items[index]!),
    isDim: (index) => isDim(items[index]!),
  });
}

/** A row below its first cell, a line for each other one. */
function block(headings: readonly string[], row: readonly string[]): string[] {
  return columns(
    headings.slice(1).map((heading, at) => [`  ${heading}`, row[at + 1] ?? ""])
      .filter(([, cell]) => cell !== ""),
  );
}
