import { parseSince } from "@svc/runtime/duration";
import { listRuns } from "@svc/runtime/history";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand, number, text } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Lists finished runs, newest first.",
  examples: {
    "svc behavior history": "the newest runs of all behaviors",
    "svc behavior history insight --status failed --since 7d": "what failed",
    "svc behavior history --jq '.results[] | .id, .status'": "ids and statuses",
  },
  arguments: [
    arg("behavior", "only runs of this behavior, by name or id", {
      optional: true,
      completes: "behavior",
    }),
  ],
  options: {
    method: text("<method>", "Only runs of this method"),
    status: text("<status>", "Only runs with this status", {
      choices: ["succeeded", "failed", "cancelled"],
    }),
    since: text("<time>", "Only runs started since a date or a time ago, such as 12h or 7d"),
    limit: number("<n>", "Maximum number of runs", { defaultText: "50" }),
    ...WHERE,
  },
  lists: ".results[]",
  run: async (context) => {
    const { options, arguments: { behavior } } = context;
    const since = options.since === undefined ? undefined : parseSince(options.since);
    const { method, status, limit } = options;
    const filter = { behavior, method, status, limit };
    return await valueFrom(context, {
      here: async () => await listRuns(await repositoryOf(context), { ...filter, since }),
      there: ({ ask }) => ask("behaviors.history", { query: { ...filter, since: options.since } }),
    });
  },
  text({ results, limited }, { paint, width }) {
    if (results.length === 0) {
      return "No runs yet; 'svc behavior run <behavior> <method>' starts one.";
    }
    const lines = listing({ paint, width }, results, {
      RUN: (run) => run.id.slice(0, 8),
      BEHAVIOR: (run) => run.modelName || "(deleted)",
      METHOD: (run) => run.methodName,
      STATUS: (run) => run.status,
      BEGAN: (run) => written(run.startedAt),
      TOOK: (run) => `${run.durationMs} ms`,
    });
    const more = limited ? ["", "There are more; use --limit to show them."] : [];
    return [lines, ...more].join("\n");
  },
});
