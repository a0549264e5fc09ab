import type { ScheduleView } from "@svc/serve/answers";
import { defineCommand } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { scheduleTable } from "../../schedule/table.ts";
import { withServeState } from "../../serve/state.ts";

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
      here: async () => {
        const repository = await repositoryOf(context);
        const { scheduleList } = await import("@svc/serve/schedules");
        const now = new Date();
        const schedules = await withServeState(repository, (state) => scheduleList(state, { now }));
        return { schedules };
      },
      there: ({ ask }) => ask("schedules.list"),
    });
  },
  text: ({ schedules }, { paint, width }) =>
    schedules.length === 0
      ? "No schedules. Add one with 'svc schedule add'."
      : scheduleTable(schedules, { paint, width }),
});
