import type { RunResult } from "@svc/core/answer";
import { lazily } from "@svc/core/module";
import { defineCommand } from "../../frame/command.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { runLocally } from "../../run/local.ts";
import { noRunOptions } from "../../run/options.ts";
import { runText } from "../../run/text.ts";
import { SCHEDULE } from "../../schedule/argument.ts";
import { withServeState } from "../../serve/state.ts";

export default defineCommand({
  description: [
    "Runs the method of a schedule now, with its inputs, and shows the run as 'svc behavior run' does.",
    "Its times stay as they are, and a paused schedule stays paused. Here the method runs in this",
    "process; with --server it runs there, which takes the right to run the method.",
  ].join("\n"),
  examples: {
    "svc schedule run nightly": "try a schedule before its time comes",
    "svc schedule run nightly --server https://serve.example.org": "on a server",
  },
  arguments: [SCHEDULE],
  options: WHERE,
  credential: "optional",
  async run(context): Promise<RunResult> {
    const { name } = context.arguments;
    return await valueFrom(context, {
      here: async () => {
        const { findSchedule } = await import("@svc/serve/schedules");
        const { behavior, method, inputs, settings } = await withServeState(
          context,
          (state) => findSchedule(state, name),
        );
        const timeout = settings.timeoutMs && `${settings.timeoutMs / 1000}s`;
        const options = { ...noRunOptions(), ...context.options, timeout: timeout || undefined };
        const [result] = await runLocally(
          { ...context, options, arguments: { behavior, method, name: undefined } },
          () => Promise.resolve([inputs]),
        );
        return result!;
      },
      async there(remote) {
        const { runScheduleAtServer } = await lazily<typeof import("../../run/at_server.ts")>(
          import.meta,
          "../../run/at_server.ts",
        );
        return await runScheduleAtServer(context, remote, name);
      },
    });
  },
  whole: ["attributes", "reports"],
  text: (run, { paint }) => runText(run, paint.bold),
});
