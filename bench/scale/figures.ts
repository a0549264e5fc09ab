import { say } from "../registry/numbers.ts";

/** What was measured, by what it is, at each size. */
export interface Figures {
  /** Keeps a figure; `unit` stands behind it in the table. What is said of each one does not grow. */
  note(size: number, what: string, unit: string, value: number): void;
  /** Prints all, with how each grows and what that comes to at `target` extensions. */
  print(target: number): void;
}

/** No figures yet. */
export function figures(): Figures {
  const sizes: number[] = [];
  const rows = new Map<string, { unit: string; values: Map<number, number> }>();
  return {
    note(size, what, unit, value) {
      if (!sizes.includes(size)) sizes.push(size);
      const row = rows.get(what) ?? { unit, values: new Map<number, number>() };
      row.values.set(size, value);
      rows.set(what, row);
    },
    print(target) {
      const cells = (first: string, rest: readonly string[]) =>
        say(`${first.padEnd(44)}${rest.map((cell) => cell.padStart(12)).join("")}`);
      cells("", [...sizes.map(count), "growth", `at ${count(target)}`]);
      for (const [what, { unit, values }] of rows) {
        const growth = unit.endsWith("an extension") ? undefined : growthOf(values, target);
        cells(`${what}, ${unit}`, [
          ...sizes.map((size) => values.has(size) ? short(values.get(size)!) : ""),
          growth === undefined ? "" : `n^${growth.exponent.toFixed(2)}`,
          growth === undefined ? "" : short(growth.expected),
        ]);
      }
    },
  };
}

/**
 * How a figure grows from the last size but one to the last, and what to expect further on: more of
 * the same for each extension, or what the exponent says where that is above 1.
 */
function growthOf(values: ReadonlyMap<number, number>, target: number) {
  const [before, last] = [...values].slice(-2);
  if (before === undefined || last === undefined) return undefined;
  if (before[1] <= 0 || last[1] <= 0) return undefined;
  const exponent = Math.log(last[1] / before[1]) / Math.log(last[0] / before[0]);
  const each = Math.max(0, (last[1] - before[1]) / (last[0] - before[0]));
  return {
    exponent,
    expected: exponent > 1
      ? last[1] * (target / last[0]) ** exponent
      : last[1] + each * (target - last[0]),
  };
}

function count(size: number): string {
  return size >= 1e6 ? `${size / 1e6}M` : `${size / 1e3}k`;
}

function short(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
