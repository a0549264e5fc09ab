import type { ScheduleView } from "@svc/serve/answers";
import { inZone, resumeSchedule, scheduleShown } from "@svc/serve/schedules";
import { defineCommand } from "../../frame/command.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { SCHEDULE } from "../../schedule/argument.ts";
import { withServeState } from "../../serve/state.ts";

export default defineCommand({
  description: "It goes on with its next time; those during the pause are not made up for.",
  examples: {
    "svc schedule resume nightly": "of this repository",
    "svc schedule resume nightly --server https://serve.example.org": "of a server's",
  },
  arguments: [SCHEDULE],
  options: WHERE,
  async run(context): Promise<ScheduleView> {
    const { name } = context.arguments;
    return await valueFrom(context, {
      here: () =>
        withServeState(
          context,
          (state, now) => scheduleShown(state, resumeSchedule(state, name, now), { now }),
        ),
      there: ({ ask }) => ask("schedules.resume", { params: { schedule: name } }),
    });
  },
  text: ({ name, nextRun, timezone }) =>
    `Resumed the schedule '${name}'. Next: ${
      nextRun === null ? "never" : inZone(nextRun, timezone)
    }`,
});
