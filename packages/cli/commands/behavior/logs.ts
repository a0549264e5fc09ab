import { readLog } from "@svc/runtime/history";
import { arg, defineCommand, number } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";

export default defineCommand({
  description: "Prints the log of a run, or of a behavior's newest run, also while it is running.",
  examples: {
    "svc behavior logs insight": "the newest run of a behavior",
    "svc behavior logs 4f1c --tail 20": "the last lines of a run",
  },
  arguments: [arg("run", "the run's id, or a behavior's name", { completes: "behavior" })],
  options: {
    tail: number("<n>", "Only this many lines from the end"),
    ...WHERE,
  },
  async run(context) {
    const { arguments: { run }, options: { tail } } = context;
    return await valueFrom(context, {
      here: async () => await readLog(await repositoryOf(context), run, tail),
      there: ({ ask }) => ask("behaviors.logs", { params: { output: run }, query: { tail } }),
    });
  },
  text: ({ lines }) => lines.length === 0 ? "The log is empty." : lines.join("\n"),
});
