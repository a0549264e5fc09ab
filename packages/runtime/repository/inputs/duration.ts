import { SvcError } from "@svc/core/error";

const UNITS: Record<string, number> = { "": 1000, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Milliseconds of `90`, `30s`, `5m`, `1h` or `1d`; a bare number is seconds.
 *
 * @throws SvcError `invalid_argument` for anything else and for zero.
 */
export function parseDuration(text: string, flag = "--timeout"): number {
  const match = /^(\d+(?:\.\d+)?)(s|m|h|d)?$/.exec(text.trim());
  const milliseconds = match ? Number(match[1]) * UNITS[match[2] ?? ""]! : 0;
  if (milliseconds > 0 && milliseconds < 2 ** 31) return milliseconds;
  throw new SvcError("invalid_argument", `${flag} ${JSON.stringify(text)} is not a duration`, {
    hint: `Write seconds or a unit: ${flag} 90, ${flag} 30s, ${flag} 5m, ${flag} 1h.`,
  });
}

const AGE_UNITS: Record<string, number> = {
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

/**
 * Milliseconds of an age such as `12h`, `7d` or `2w`; `0` is none.
 *
 * @param where what it was read from, for the refusal: an option or a key of a file
 * @throws SvcError `invalid_argument` for anything else, and for more than ten years.
 */
export function parseAge(text: string, where: string): number {
  const match = /^(\d{1,5})(h|d|w)$/.exec(text.trim());
  const milliseconds = match ? Number(match[1]) * AGE_UNITS[match[2]!]! : 0;
  const sound = match !== null || text.trim() === "0";
  if (sound && milliseconds <= 3650 * AGE_UNITS["d"]!) return milliseconds;
  throw new SvcError("invalid_argument", `${where} ${JSON.stringify(text)} is not an age`, {
    hint: "Write hours, days or weeks, such as 12h, 7d or 2w; 0 is none.",
  });
}

/**
 * A date, or how long ago: `7d`.
 *
 * @param where what it was read from, for the refusal
 * @throws SvcError `invalid_argument` for what is neither.
 */
export function parseSince(text: string, where = "--since"): Date {
  const date = /^\d{4}-/.test(text) ? new Date(text) : undefined;
  if (date === undefined) return new Date(Date.now() - parseDuration(text, where));
  if (!Number.isNaN(date.getTime())) return date;
  throw new SvcError("invalid_argument", `${where} ${JSON.stringify(text)} is not a date`, {
    hint: "Write it like 2026-11-21, 2026-11-21T10:00:00Z, 12h or 7d.",
  });
}
