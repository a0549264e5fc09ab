import { type CalVer, parseCalVer } from "./calver.ts";

/** Negative, zero or positive as `a` is older than, equal to or newer than `b`: segment by segment, as numbers. */
export function compareCalVer(a: string | CalVer, b: string | CalVer): number {
  const left = typeof a === "string" ? parseCalVer(a) : a;
  const right = typeof b === "string" ? parseCalVer(b) : b;
  return left.year - right.year || left.month - right.month || left.day - right.day ||
    Number(left.counter - right.counter);
}

/** The newest of `versions`, or undefined when there is none. */
export function newestCalVer(versions: Iterable<string>): string | undefined {
  let newest: string | undefined;
  for (const version of versions) {
    if (newest === undefined || compareCalVer(version, newest) > 0) newest = version;
  }
  return newest;
}

/**
 * A text that orders as the version does, byte by byte, for a database column.
 * The counter is left-padded to twenty digits.
 */
export function calVerSortKey(version: string): string {
  const { year, month, day, counter } = parseCalVer(version);
  const pad = (value: number, width: number) => String(value).padStart(width, "0");
  return `${pad(year, 4)}${pad(month, 2)}${pad(day, 2)}${String(counter).padStart(20, "0")}`;
}
