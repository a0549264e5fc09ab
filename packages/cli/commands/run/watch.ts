import type { RunResult } from "@svc/core/answer";
import { lazily } from "@svc/core/module";
import { defineCommand } from "../../frame/command.ts";
import { AT_SERVER, valueAt } from "../../remote/target.ts";
import { RUN } from "../../run/argument.ts";
import { runText } from "../../run/text.ts";

export default defineCommand({
  description: [
    "Follows a run of a server until it finishes: its log goes to stderr, its result is",
    "printed, and the exit code is that of 'svc behavior run'. Ctrl-C does not stop the run.",
  ].join("\n"),
  examples: {
    "svc run watch 01890a5d-ac96-774b-bcce-b302099a8057 --server https://serve.example.org":
      "by its id; SVC_SERVE_URL can stand for --server",
  },
  arguments: [RUN],
  options: AT_SERVER,
  async run(context): Promise<RunResult> {
    const params = { run: context.arguments.run };
    return await valueAt(context, async (remote) => {
      const { watched } = await lazily<typeof import("../../run/attached.ts")>(
        import.meta,
        "../../run/attached.ts",
      );
      // Asked for first, so that a run or a server that is not there is reported at once.
      return await watched(context, remote, await remote.ask("runs.get", { params }));
    });
  },
  whole: ["attributes", "reports"],
  text: (run, { paint }) => runText(run, paint.bold),
});
