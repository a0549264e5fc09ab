import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { SCHEDULE } from "../../schedule/argument.ts";
import { withServeState } from "../../serve/state.ts";

export default defineCommand({
  description: "Queued and running runs of it continue.",
  examples: { "svc schedule rm nightly": "stop running at its times" },
  arguments: [SCHEDULE],
  options: { "repo-dir": REPO_DIR },
  async run(context) {
    const { removeSchedule } = await import("@svc/serve/schedules");
    const { behavior, method, cron, timeZone: timezone } = await withServeState(
      context,
      (state) => removeSchedule(state, context.arguments.name),
    );
    return { removed: context.arguments.name, behavior, method, cron, timezone };
  },
  text: ({ removed }) => `Removed the schedule '${removed}'.`,
});
