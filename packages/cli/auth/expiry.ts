import { SvcError } from "@svc/core/error";

const DAY_MS = 86_400_000;
const UNITS: Readonly<Record<string, number>> = {
  h: DAY_MS / 24,
  d: DAY_MS,
  w: 7 * DAY_MS,
  y: 365 * DAY_MS,
};

/**
 * The instant a token is to expire: `90d`, `12h`, `4w`, `1y` from now, or an ISO 8601 date or instant.
 *
 * @throws SvcError `usage` for anything else, and for a time that has passed.
 */
export function parseExpiry(text: string, now: Date): Date {
  const span = /^(\d{1,5})([hdwy])$/.exec(text);
  const expiry = span
    ? new Date(now.getTime() + Number(span[1]) * UNITS[span[2]!]!)
    : /^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text)
    ? new Date(text)
    : new Date(NaN);
  if (!(expiry > now)) {
    throw new SvcError("usage", `--expires must be a time in the future, not '${text}'`, {
      hint: "Write 90d, 12h, 4w, 1y, or a date such as 2027-01-31.",
    });
  }
  return expiry;
}
