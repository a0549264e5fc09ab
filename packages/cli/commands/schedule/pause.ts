import type { ScheduleView } from "@svc/serve/answers";
import { defineCommand } from "../../frame/command.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { SCHEDULE } from "../../schedule/argument.ts";
import { operatorOf } from "../../serve/operator.ts";
import { withServeState } from "../../serve/state.ts";

export default defineCommand({
  description: [
    "Nothing comes of its times until 'svc schedule resume', also after a restart of the server.",
    "Queued and running runs of it continue. At a server it takes the right to run the method.",
  ].join("\n"),
  examples: {
    "svc schedule pause nightly": "of this repository",
    "svc schedule pause nightly --server https://serve.example.org": "of a server's",
  },
  arguments: [SCHEDULE],
  options: WHERE,
  async run(context): Promise<ScheduleView> {
    const { host, arguments: { name } } = context;
    return await valueFrom(context, {
      here: async () => {
        const { pauseSchedule, scheduleShown } = await import("@svc/serve/schedules");
        return await withServeState(
          context,
          (state, now) =>
            scheduleShown(state, pauseSchedule(state, name, operatorOf(host), now), { now }),
        );
      },
      there: ({ ask }) => ask("schedules.pause", { params: { schedule: name } }),
    });
  },
  text: ({ name }) => `Paused the schedule '${name}'. Go on with it: svc schedule resume ${name}`,
});
