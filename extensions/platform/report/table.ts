/** Rows that a table of a report shows at most; the rest is counted. */
export const MOST_ROWS = 200;

/**
 * A table in Markdown, with `+n more` below it when it has more than 200 rows.
 *
 * @param rows cells have been made fit for Markdown, each on one line
 */
export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const lines = [line(head), line(head.map(() => "---")), ...rows.slice(0, MOST_ROWS).map(line)];
  const rest = rows.length - MOST_ROWS;
  return rest > 0 ? `${lines.join("\n")}\n\n+${rest} more` : lines.join("\n");
}
