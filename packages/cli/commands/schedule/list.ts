import type { ScheduleView } from "@svc/serve/answers";
import { defineCommand } from "../../frame/command.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { withServeState } from "../../serve/state.ts";
import { inZone, scheduleList } from "@svc/serve/schedules";
import { listing } from "../../frame/table.ts";

export default defineCommand({
  description: [
    "Shows the next time of each, its last run and status, and times without a run:",
    "missed while no server was running, skipped because the previous run was not finished, refused because it",
    "could not start.",
  ].join("\n"),
  examples: {
    "svc schedule list": "every schedule of the repository",
    "svc schedule list --jq '.schedules[] | select(.missed) | .name'":
      "the names of those that missed a time",
  },
  options: WHERE,
  lists: ".schedules[]",
  async run(context): Promise<{ schedules: ScheduleView[] }> {
    return await valueFrom(context, {
      here: async () => ({
        schedules: await withServeState(context, (state, now) => scheduleList(state, { now })),
      }),
      there: ({ ask }) => ask("schedules.list"),
    });
  },
  text: ({ schedules }, view) =>
    schedules.length === 0
      ? "No schedules. Add one with 'svc schedule add'."
      : listing(view, schedules, {
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
      }, { below: (one) => problemLines(one) }),
});

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
