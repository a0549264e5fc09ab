import { type Budget, type BudgetKey, BUDGETS } from "./budgets.ts";

const LINE = /^budget (\w+) ([\d.]+)$/;

/** Tells what a benchmark has measured of a budget; `npm run bench` puts it into its table. */
export function report(key: BudgetKey, measured: number): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`budget ${key} ${measured.toFixed(4)}\n`));
}

/** What a line of a benchmark reports; undefined for any other. */
export function reportIn(line: string): [string, number] | undefined {
  const [, key, measured] = LINE.exec(line) ?? [];
  return key === undefined ? undefined : [key, Number(measured)];
}

/** The table of the budgets that were measured, with a mark where one is missed. */
export function budgetTable(measured: ReadonlyMap<string, number>): string {
  const rows = Object.entries<Budget>(BUDGETS).flatMap(([key, row]) => {
    const value = measured.get(key);
    return value === undefined ? [] : [cellsOf(row, value)];
  });
  if (rows.length === 0) return "";
  const table = [["what a person waits for", "measured", "budget", "", "paid by"], ...rows];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((row) => row[column]!.length)));
  return table.map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd() + "\n"
  ).join("");
}

function cellsOf({ what, budget, side, unit, module }: Budget, value: number): string[] {
  const met = side === "at least" ? value >= budget : value <= budget;
  const of = /^m?s$/.test(unit) ? ` ${unit}` : `x ${unit}`;
  return [what, `${value.toFixed(2)}${of}`, `${side} ${budget}`, met ? "" : "MISSED", module];
}
