const MINUTE_MS = 60_000;

/** Minutes of a day. */
export const DAY_MINUTES = 24 * 60;

/** A time as GitHub writes it, in whole seconds of UTC, so that texts compare as times do. */
export function utc(time: string | Date): string {
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

/** The time so many minutes before another. */
export function minutesBefore(time: string, minutes: number): string {
  return utc(new Date(Date.parse(time) - minutes * MINUTE_MS));
}
