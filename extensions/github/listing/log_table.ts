import type { Logger } from "../../platform/context.ts";
import { terminalLine } from "../../platform/terminal.ts";

/** A column of the table that a run's log shows. */
export interface Column<Item> {
  name: string;
  of(item: Item): string | number | null;
}

/** Characters of a cell at most. */
const WIDEST = 60;

/**
 * Shows items in the run's log: as a table, or all of them as one line of JSON. Strangers wrote
 * much of it, so what a terminal might act on is taken out of either.
 */
export function logItems<Item>(
  logger: Logger,
  items: readonly Item[],
  columns: readonly Column<Item>[],
  json: boolean,
): void {
  if (json) return logger.info("{json}", { json: terminalLine(JSON.stringify(items)) });
  const rows = items.map((item) => columns.map(({ of }) => cell(of(item))));
  const lines = [columns.map(({ name }) => name.toUpperCase()), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  for (const line of lines) {
    const padded = line.map((text, index) => text.padEnd(widths[index]!));
    logger.info("{row}", { row: padded.join("  ").trimEnd() });
  }
}

function cell(value: string | number | null): string {
  const text = terminalLine(String(value ?? ""));
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}
