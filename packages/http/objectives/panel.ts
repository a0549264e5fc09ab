import type { Panel } from "./objective.ts";

/** Matches the servers that are chosen in the dashboard. */
export const CHOSEN = `instance=~"$instance"`;

/** How often a second something was counted. @param more further labels, beginning with a comma */
export function rate(metric: string, more = ""): string {
  return `rate(${metric}{${CHOSEN}${more}}[$__rate_interval])`;
}

/** The duration that a share `of` did not exceed, by labels. */
export function quantile(of: number, metric: string, by: string): string {
  return `histogram_quantile(${of}, sum by (le, ${by}) (${rate(`${metric}_bucket`)}))`;
}

/** A chart of one kind of lines. */
export function chart(title: string, unit: Panel["unit"], expr: string, legend: string): Panel {
  return { title, unit, lines: [{ expr, legend }] };
}
