const DAY = 24 * 60 * 60_000;

/** The first Monday after 1 January 1970, in milliseconds. */
const A_MONDAY = 4 * DAY;

/** The Monday (UTC) of a moment's week, as in `2026-11-23`. */
export function weekOf(at: Date): string {
  const days = Math.floor((at.getTime() - A_MONDAY) / DAY);
  return new Date(A_MONDAY + Math.floor(days / 7) * 7 * DAY).toISOString().slice(0, 10);
}

/** The week that many weeks before or, if negative, after `week`. */
export function weeksBefore(week: string, count: number): string {
  return weekOf(new Date(Date.parse(week) - count * 7 * DAY));
}
