import { SvcError } from "../error/error.ts";

/** A CalVer `YYYY.MM.DD.N`, taken apart (spec §9.2). `counter` may exceed 2^53, hence bigint. */
export interface CalVer {
  year: number;
  month: number;
  day: number;
  counter: bigint;
}

// A counter with leading zeros would give one version two spellings, and both could be published.
const FORM = /^(\d{4})\.(\d{2})\.(\d{2})\.(0|[1-9]\d{0,19})$/;

/** The calendar version in `text`, or undefined when it is none or its date does not exist. */
export function tryParseCalVer(text: string): CalVer | undefined {
  const match = FORM.exec(text);
  if (!match) return undefined;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  return isRealDate(year, month, day)
    ? { year, month, day, counter: BigInt(match[4]!) }
    : undefined;
}

/**
 * A type's version with its counter as a published version writes it: `2026.01.02.01` becomes
 * `2026.01.02.1`. Versions of types may have zeros in front (extension format reference §3.1).
 */
export function withoutLeadingZeros(text: string): string {
  return text.replace(/\.0+(?=\d+$)/, ".");
}

/**
 * The calendar version in `text`.
 *
 * @throws SvcError `validation_failed` when it is not `YYYY.MM.DD.N` with a date that exists.
 */
export function parseCalVer(text: string): CalVer {
  const version = tryParseCalVer(text);
  if (version) return version;
  throw new SvcError("validation_failed", `'${text}' is not a version`, {
    hint: "Write YYYY.MM.DD.N with a date that exists, for example 2026.11.21.1.",
  });
}

/** True for a well-formed version whose date exists. */
export function isCalVer(text: string): boolean {
  return tryParseCalVer(text) !== undefined;
}

function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day;
}
