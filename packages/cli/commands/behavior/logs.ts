import { readLog } from "@svc/runtime/history";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  description:
    "Prints the log of a run; of a behavior, that of its newest run, also while it goes on.",
  examples: [
    { command: "svc behavior logs insight", does: "the newest run of a behavior" },
    { command: "svc behavior logs 4f1c --tail 20", does: "the last lines of a run" },
  ],
  arguments: [{
    name: "run",
    summary: "the run's id, or a behavior's name",
    completes: "behavior",
  }],
  options: {
    tail: { kind: "number", value: "<n>", summary: "Only so many of the last lines" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  run: async (context) =>
    await readLog(
      await repositoryOf(context),
      context.arguments.run,
      context.options.tail,
    ),
  text: ({ lines }) => lines.length === 0 ? "The log is empty." : lines.join("\n"),
});
