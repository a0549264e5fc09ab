/** What a cell may take of a line, however wide the terminal is. */
const WIDEST_CELL = 60;

/** What is left of a cell at least: a few words of a title tell which one it is. */
const NARROWEST_CELL = 14;

/** Blanks between two columns. */
const BETWEEN = 2;

/**
 * The rows of a table with their long cells cut, so that a line fits in `width` columns: the widest
 * columns give way first.
 *
 * @param width 0 for a line of any length
 * @returns undefined when the columns are too many for that
 */
export function fitted(rows: readonly string[][], width: number): string[][] | undefined {
  const widths = naturalWidths(rows);
  const room = width - BETWEEN * (widths.length - 1);
  if (width > 0 && sum(widths) > room) {
    if (sum(widths.map((one) => Math.min(one, NARROWEST_CELL))) > room) return undefined;
    const most = widestThatFits(widths, room);
    widths.forEach((one, at) => widths[at] = Math.min(one, most));
  }
  return rows.map((row) => row.map((cell, at) => cut(cell, widths[at]!)));
}

function naturalWidths(rows: readonly string[][]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, at) =>
      widths[at] = Math.max(widths[at] ?? 0, Math.min(cell.length, WIDEST_CELL))
    );
  }
  return widths;
}

/** The widest that a column may be for all of them to fit. */
function widestThatFits(widths: readonly number[], room: number): number {
  let most = WIDEST_CELL;
  while (sum(widths.map((one) => Math.min(one, most))) > room) most -= 1;
  return most;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function cut(cell: string, width: number): string {
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell;
}
