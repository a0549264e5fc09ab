import { cronTimes, type Schedule } from "@svc/serve/schedules";

/** How many coming times are shown. */
const SHOWN = 3;

/** The next times of a schedule, ISO 8601 in UTC. */
export function nextTimes({ cron, timeZone }: Schedule, now: Date): string[] {
  const times = cronTimes(cron, timeZone);
  const found: string[] = [];
  for (let at = times.next(now); at !== null && found.length < SHOWN; at = times.next(at)) {
    found.push(at.toISOString());
  }
  return found;
}

/** A time as the clock of a zone shows it, with its day of the week. */
export function inZone(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    weekday: "short",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  }).formatToParts(new Date(instant));
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const day = `${of("weekday").replace(".", "")} ${of("year")}-${of("month")}-${of("day")}`;
  return `${day} ${of("hour")}:${of("minute")} ${of("timeZoneName")}`;
}
