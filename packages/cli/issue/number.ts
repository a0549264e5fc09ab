import { usage } from "../frame/parse.ts";

/**
 * Reads an issue's number, `12` or `#12`.
 *
 * @throws SvcError `usage` for anything but a positive whole number.
 */
export function parseIssueNumber(text: string): number {
  const number = /^#?\d{1,15}$/.test(text) ? Number(text.replace("#", "")) : 0;
  if (number > 0) return number;
  throw usage(`'${text}' is not the number of an issue`);
}
