import type { ScheduleView } from "@svc/serve/answers";
import { inZone } from "@svc/serve/schedules";
import { listing, type TableView } from "../frame/table.ts";

/** Schedules as a table, and what went wrong with each below it. */
export function scheduleTable(schedules: readonly ScheduleView[], view: TableView): string {
  return listing(view, schedules, {
    NAME: (one) => one.name,
    RUNS: (one) => `${one.behavior}:${one.method}`,
    WHEN: (one) => `${one.cron} ${one.timezone}`,
    NEXT: (one) =>
      one.paused !== null
        ? `paused by ${one.paused.by}`
        : one.nextRun === null
        ? "never"
        : inZone(one.nextRun, one.timezone),
    LAST: (one) => lastText(one),
  }, { below: (one) => problemLines(one) });
}

function lastText({ lastRun, timezone }: ScheduleView): string {
  if (lastRun === null) return "never";
  const { status, at, error } = lastRun;
  const when = at === null ? "" : ` ${inZone(at, timezone)}`;
  return `${status}${when}${error === null ? "" : `: ${error}`}`;
}

function problemLines(
  { missed, lastSkipped, lastRefused, timezone }: ScheduleView,
): string[] {
  const at = (instant: string) => inZone(instant, timezone);
  return [
    ...(missed === null
      ? []
      : [`  missed: ${missed.count}${missed.more ? " or more" : ""}, last ${at(missed.last)}`]),
    ...(lastSkipped === null ? [] : [`  skipped: ${at(lastSkipped.at)}, ${lastSkipped.why}`]),
    ...(lastRefused === null ? [] : [`  refused: ${at(lastRefused.at)}, ${lastRefused.why}`]),
  ];
}
