import { RUN_STATUSES } from "@svc/serve/api";
import { table } from "../../frame/table.ts";
import { defineCommand } from "../../frame/command.ts";
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
    behavior: { kind: "text", value: "<name>", summary: "Only runs of this behavior" },
    status: {
      kind: "text",
      value: "<status>",
      summary: "Only runs with this status",
      choices: RUN_STATUSES,
    },
    method: { kind: "text", value: "<method>", summary: "Only runs of this method" },
    by: { kind: "text", value: "<name>", summary: "Only runs that this one started" },
    since: {
      kind: "text",
      value: "<when>",
      summary: "Only runs accepted since: a date, or how long ago (12h, 7d)",
    },
    until: { kind: "text", value: "<when>", summary: "Only runs accepted until then" },
    limit: { kind: "number", value: "<n>", summary: "Maximum number of runs", defaultText: "50" },
    before: { kind: "text", value: "<run>", summary: "Only runs older than this one" },
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
    const lines = table(
      { paint, width },
      ["RUN", "BEHAVIOR", "METHOD", "STATUS", "ASKED FOR", "BY"],
      runs.map((run) => [
        run.id,
        run.behavior,
        run.method,
        run.status,
        written(run.queuedAt),
        run.initiatedBy,
      ]),
    );
    const more = next === null ? [] : ["", `There are more; use --before ${next}`];
    return [lines, ...more].join("\n");
  },
});
