import { defineCommand } from "../../frame/command.ts";
import { AT_SERVER, valueAt } from "../../remote/target.ts";
import { RUN } from "../../run/argument.ts";
import { originText } from "../../run/origin_text.ts";
import { checksText } from "../../run/checks_text.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Shows the status of a run of a server; --json has its result as well.",
  examples: {
    "svc run view 01890a5d-ac96-774b-bcce-b302099a8057 --server https://serve.example.org":
      "by its id; SVC_SERVE_URL can stand for --server",
  },
  arguments: [RUN],
  options: AT_SERVER,
  async run(context) {
    const params = { run: context.arguments.run };
    return await valueAt(context, ({ ask }) => ask("runs.get", { params }));
  },
  text(run, { paint }) {
    const { startedAt, endedAt, outputId, error } = run;
    return [
      `Run: ${run.id}`,
      `Behavior: ${paint.bold(run.behavior)}`,
      `Method: ${run.method}`,
      `Status: ${run.status}`,
      `Asked for: ${written(run.queuedAt)} by ${run.initiatedBy} (${run.trigger})`,
      ...(startedAt === null ? [] : [`Began: ${written(startedAt)}`]),
      ...(endedAt === null ? [] : [`Ended: ${written(endedAt)}`]),
      ...(endedAt === null ? [] : [...checksText(run.checks), ...originText(run.origin)]),
      ...(error === null ? [] : [`Error: ${error.error}`]),
      ...(outputId === null || endedAt === null ? [] : [`See it: svc behavior output ${outputId}`]),
    ].join("\n");
  },
});
