import { listReports } from "@svc/runtime/reports";
import { columns } from "../../frame/columns.ts";
import { defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { BEHAVIOR } from "../../report/options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Shows the newest version of each report that runs made and kept.",
  examples: [
    { command: "svc report list", does: "every report, newest first" },
    { command: "svc report list alerts --json", does: "those with 'alerts' in a name, as JSON" },
  ],
  arguments: [{ name: "query", summary: "part of a report's or behavior's name", optional: true }],
  options: { behavior: BEHAVIOR, "repo-dir": REPO_DIR },
  credential: "none",
  run: async (context) =>
    await listReports(await repositoryOf(context), {
      query: context.arguments.query,
      behavior: context.options.behavior,
    }),
  text({ query, results }, { paint }) {
    if (results.length === 0) {
      return query === ""
        ? "No reports yet; methods whose type names reports make them, and 'svc report run' does."
        : `No report has '${query}' in its name or its behavior's.`;
    }
    const [head, ...rows] = columns([
      ["REPORT", "BEHAVIOR", "SCOPE", "VERSION", "MADE"],
      ...results.map((one) => [
        one.reportName,
        one.modelName,
        one.reportScope,
        String(one.version),
        written(one.createdAt),
      ]),
    ]);
    return [paint.bold(head!), ...rows].join("\n");
  },
});
