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
