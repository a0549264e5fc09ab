import { defineCommand } from "../../frame/command.ts";
import { AT_SERVER, valueAt } from "../../remote/target.ts";
import { RUN } from "../../run/argument.ts";

export default defineCommand({
  description: [
    "Cancels a run of a server, which takes a few seconds at most. A finished run is not",
    "changed. Data that the run wrote before is kept.",
  ].join("\n"),
  examples: {
    "svc run cancel 01890a5d-ac96-774b-bcce-b302099a8057 --server https://serve.example.org":
      "by its id; SVC_SERVE_URL can stand for --server",
  },
  arguments: [RUN],
  options: AT_SERVER,
  async run(context) {
    const params = { run: context.arguments.run };
    return await valueAt(context, ({ ask }) => ask("runs.cancel", { params }));
  },
  text: ({ id, status, endedAt }) =>
    endedAt === null || status === "cancelled"
      ? `Cancelled the run ${id}.`
      : `The run ${id} had already finished: ${status}.`,
});
