import { SvcError } from "@svc/core/error";
import { parseDuration } from "../../repository/inputs/duration.ts";

/**
 * A date, or how long ago: `7d`.
 *
 * @throws SvcError `invalid_argument` for what is neither.
 */
export function parseSince(text: string): Date {
  const date = /^\d{4}-/.test(text) ? new Date(text) : undefined;
  if (date === undefined) return new Date(Date.now() - parseDuration(text, "--since"));
  if (!Number.isNaN(date.getTime())) return date;
  throw new SvcError("invalid_argument", `--since ${JSON.stringify(text)} is not a date`, {
    hint: "Write it like 2026-11-21, 2026-11-21T10:00:00Z, 12h or 7d.",
  });
}
