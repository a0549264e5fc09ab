import { SvcError } from "@svc/core/error";
import { listRuns } from "@svc/runtime/history";
import { parseDuration } from "@svc/runtime/run";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Lists the runs on record, newest first. A run is on record once it has ended.",
  examples: [
    { command: "svc behavior history", does: "the newest runs of all behaviors" },
    { command: "svc behavior history insight --status failed --since 7d", does: "what failed" },
    {
      command: "svc behavior history --json | jq -r '.results[] | .id, .status'",
      does: "ids and how they ended",
    },
  ],
  arguments: [{
    name: "behavior",
    summary: "only runs of this behavior, by name or id",
    optional: true,
    completes: "behavior",
  }],
  options: {
    method: { kind: "text", value: "<method>", summary: "Only runs of this method" },
    status: {
      kind: "text",
      value: "<status>",
      summary: "Only runs that ended so",
      choices: ["succeeded", "failed", "cancelled"],
    },
    since: {
      kind: "text",
      value: "<time>",
      summary: "Only runs that began since: a date, or how long ago, such as 12h or 7d",
    },
    limit: { kind: "number", value: "<n>", summary: "How many at most; 50 when left out" },
    "repo-dir": REPO_DIR,
  },
  credential: "none",
  run: async (context) => {
    const { options, arguments: { behavior } } = context;
    const since = options.since === undefined ? undefined : timeOf(options.since);
    const { method, status, limit } = options;
    return await listRuns(await repositoryOf(context), { behavior, method, status, since, limit });
  },
  text({ results, limited }, { paint }) {
    if (results.length === 0) {
      return "No runs on record; 'svc behavior run <behavior> <method>' makes one.";
    }
    const [head, ...rows] = columns([
      ["RUN", "BEHAVIOR", "METHOD", "STATUS", "BEGAN", "TOOK"],
      ...results.map((run) => [
        run.id.slice(0, 8),
        run.modelName || "(deleted)",
        run.methodName,
        run.status,
        written(run.startedAt),
        `${run.durationMs} ms`,
      ]),
    ]);
    const more = limited ? ["", "There are more; --limit shows them."] : [];
    return [paint.bold(head!), ...rows, ...more].join("\n");
  },
});

/** A date, or how long ago: `7d`. */
function timeOf(text: string): Date {
  const date = /^\d{4}-/.test(text) ? new Date(text) : undefined;
  if (date === undefined) return new Date(Date.now() - parseDuration(text, "--since"));
  if (!Number.isNaN(date.getTime())) return date;
  throw new SvcError("invalid_argument", `--since ${JSON.stringify(text)} is not a date`, {
    hint: "Write it like 2026-11-21, 2026-11-21T10:00:00Z, 12h or 7d.",
  });
}
