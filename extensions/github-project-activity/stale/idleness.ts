const DAY = 24 * 60 * 60 * 1000;

/** Whether a time lies so many days back, or more. A time that is not known says nothing against it. */
export function isIdle(since: string | null, days: number, now: Date): boolean {
  return since === null || now.getTime() - Date.parse(since) >= days * DAY;
}

/** Whole days since then. */
export function idleDays(since: string, now: Date): number {
  return Math.floor((now.getTime() - Date.parse(since)) / DAY);
}
