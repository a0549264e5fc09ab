import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { withServeState } from "../../serve/state.ts";

export default defineCommand({
  description: "A run of it that waits or is in progress goes on.",
  examples: [{ command: "svc schedule rm nightly", does: "no more runs at its times" }],
  arguments: [{ name: "name", summary: "the schedule's name" }],
  options: { "repo-dir": REPO_DIR },
  credential: "none",
  async run(context) {
    const repository = await repositoryOf(context);
    const { removeSchedule } = await import("@svc/serve/schedules");
    const { behavior, method, cron, timeZone: timezone } = await withServeState(
      repository,
      (state) => removeSchedule(state, context.arguments.name),
    );
    return { removed: context.arguments.name, behavior, method, cron, timezone };
  },
  text: ({ removed }) => `Removed the schedule '${removed}'.`,
});
