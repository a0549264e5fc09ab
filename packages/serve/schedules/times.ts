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
