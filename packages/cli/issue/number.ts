import { SvcError } from "@svc/core/error";

/**
 * Reads an issue's number, `12` or `#12`.
 *
 * @throws SvcError `invalid_argument` for anything but a positive whole number.
 */
export function parseIssueNumber(text: string): number {
  const number = /^#?\d{1,15}$/.test(text) ? Number(text.replace("#", "")) : 0;
  if (number > 0) return number;
  throw new SvcError("invalid_argument", `'${text}' is not the number of an issue`, {
    hint: "Use the number shown in the lab, for example 12 or '#12'.",
  });
}
