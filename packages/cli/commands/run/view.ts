import { defineCommand } from "../../frame/command.ts";
import { AT_SERVER, valueAt } from "../../remote/target.ts";
import { RUN } from "../../run/argument.ts";
import { viewText } from "../../run/view_text.ts";

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
  text: (run, { paint }) => viewText(run, paint.bold),
});
