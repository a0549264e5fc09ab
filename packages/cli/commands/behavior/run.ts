import type { RunResult } from "@svc/core/answer";
import { lazily } from "@svc/core/module";
import { arg, defineCommand } from "../../frame/command.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { inputsOf } from "../../run/inputs.ts";
import { runLocally } from "../../run/local.ts";
import { RUN_OPTIONS } from "../../run/options.ts";
import { runText } from "../../run/text.ts";

export default defineCommand({
  description: [
    "The method runs in a sandbox with exactly the permissions you granted its extension. What it logs",
    "goes to stderr as it comes; what it wrote is printed at the end.",
    "For an extension of this repository's own sources, permissions are granted at the first run: you are",
    "prompted, and again when it asks for more. --allow grants for this run only.",
    "The first Ctrl-C stops the run cleanly, a second one kills it.",
    "With --server the method runs there, with the permissions its operator granted. Arguments are read",
    "here. A lost connection does not stop the run: svc reconnects, and 'svc run' shows it.",
  ].join("\n"),
  examples: {
    "svc behavior run insight list_repos": "a method of a behavior",
    "svc behavior run insight list_prs --input repo=acme/site --input state=open": "with arguments",
    "svc behavior run @svc/repo-insight list_prs quick --input repo=acme/site":
      "a method of a type; creates the behavior if needed",
    "svc behavior run insight list_repos --server https://serve.example.org": "on a server",
  },
  arguments: [
    arg("behavior", "the behavior's name or id; or a type, followed by a method and a name", {
      completes: "behavior",
    }),
    arg("method", "the method, as 'svc model type describe' shows it", { completes: "method" }),
    arg("name", "name of the behavior for a type; created if it does not exist", {
      optional: true,
    }),
  ],
  options: { ...RUN_OPTIONS, ...WHERE },
  credential: "optional",
  run: async (context): Promise<RunResult | RunResult[]> =>
    await valueFrom(context, {
      async here() {
        let many = false;
        const results = await runLocally(context, async () => {
          const given = await inputsOf(context);
          many = given.many;
          return given.runs;
        });
        return many ? results : results[0]!;
      },
      async there(remote) {
        const { runAtServer } = await lazily<typeof import("../../run/at_server.ts")>(
          import.meta,
          "../../run/at_server.ts",
        );
        return await runAtServer(context, remote);
      },
    }),
  whole: ["attributes", "reports"],
  text: (value, { paint }) =>
    (Array.isArray(value) ? value : [value]).map((run) => runText(run, paint.bold)).join("\n\n"),
});
