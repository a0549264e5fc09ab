import type { Child } from "hono/jsx";

interface RowsProps {
  /** One `<li>` each. */
  rows: readonly Child[];
  /** What is said where there are none; nothing unless given. */
  empty?: Child;
}

/** A list of things with what can be done about each. */
export function Rows({ rows, empty }: RowsProps) {
  if (rows.length > 0) return <ul class="rows sheet">{rows}</ul>;
  return empty === undefined ? null : <p class="quiet">{empty}</p>;
}
