import { compareCalVer } from "./compare.ts";
import { tryParseCalVer } from "./calver.ts";

/**
 * The version to publish next on `today` (UTC): today's date with counter 1, or one more than
 * `previous` when that already carries today's date or a later one.
 */
export function nextCalVer(today: Date, previous?: string): string {
  const date = today.toISOString().slice(0, 10).replaceAll("-", ".");
  const fresh = `${date}.1`;
  const last = previous === undefined ? undefined : tryParseCalVer(previous);
  if (!last || compareCalVer(fresh, last) > 0) return fresh;
  const day = previous!.slice(0, 10);
  const next = `${day}.${last.counter + 1n}`;
  if (tryParseCalVer(next)) return next;
  // The counter has no digit left, so the version moves to the day after.
  const tomorrow = new Date(`${day.replaceAll(".", "-")}T00:00:00Z`);
  tomorrow.setUTCDate(tomorrow.getUTCDate() + 1);
  return `${tomorrow.toISOString().slice(0, 10).replaceAll("-", ".")}.1`;
}
