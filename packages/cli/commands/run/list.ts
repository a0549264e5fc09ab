import { RUN_STATUSES } from "@svc/serve/api";
import { listing } from "../../frame/table.ts";
import { defineCommand, number, text } from "../../frame/command.ts";
import { written } from "../../frame/written.ts";
import { AT_SERVER, valueAt } from "../../remote/target.ts";

export default defineCommand({
  description: [
    "Lists the runs of an instance of 'svc serve', newest first: queued, in",
    "progress and finished. 'svc behavior history' lists all finished runs of a repository.",
  ].join("\n"),
  examples: {
    "svc run list --server https://serve.example.org": "the newest runs",
    "svc run list --status running --server https://serve.example.org":
      "what is in progress; SVC_SERVE_URL can stand for --server",
  },
  options: {
    behavior: text("<name>", "Only runs of this behavior"),
    status: text("<status>", "Only runs with this status", { choices: RUN_STATUSES }),
    method: text("<method>", "Only runs of this method"),
    by: text("<name>", "Only runs that this one started"),
    since: text("<when>", "Only runs accepted since: a date, or how long ago (12h, 7d)"),
    until: text("<when>", "Only runs accepted until then"),
    limit: number("<n>", "Maximum number of runs", { defaultText: "50" }),
    before: text("<run>", "Only runs older than this one"),
    ...AT_SERVER,
  },
  lists: ".runs[]",
  async run(context) {
    const { behavior, method, status, by, since, until, limit, before } = context.options;
    const query = { behavior, method, status, by, since, until, limit, before };
    return await valueAt(context, ({ ask }) => ask("runs.list", { query }));
  },
  text({ runs, next }, { paint, width }) {
    if (runs.length === 0) return "No runs.";
    const lines = listing({ paint, width }, runs, {
      RUN: (run) => run.id,
      BEHAVIOR: (run) => run.behavior,
      METHOD: (run) => run.method,
      STATUS: (run) => run.status,
      "ASKED FOR": (run) => written(run.queuedAt),
      BY: (run) => run.initiatedBy,
    });
    const more = next === null ? [] : ["", `There are more; use --before ${next}`];
    return [lines, ...more].join("\n");
  },
});
