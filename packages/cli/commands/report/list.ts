import { listReports } from "@svc/runtime/reports";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { BEHAVIOR } from "../../report/options.ts";
import { written } from "../../frame/written.ts";

export default defineCommand({
  description: "Lists the newest version of each stored report.",
  examples: {
    "svc report list": "every report, newest first",
    "svc report list alerts --json": "those with 'alerts' in a name, as JSON",
  },
  arguments: [
    arg("query", "part of a report's or behavior's name", { optional: true, phrase: true }),
  ],
  options: { behavior: BEHAVIOR, ...WHERE },
  lists: ".results[]",
  async run(context) {
    const { arguments: { query }, options: { behavior } } = context;
    return await valueFrom(context, {
      here: async () => await listReports(await repositoryOf(context), { query, behavior }),
      there: ({ ask }) => ask("reports.list", { query: { query, behavior } }),
    });
  },
  text({ query, results }, { paint, width }) {
    if (results.length === 0) {
      return query === ""
        ? "No reports yet. Some methods create reports; 'svc report run' creates one."
        : `No report has '${query}' in its name or its behavior's.`;
    }
    return listing({ paint, width }, results, {
      REPORT: (one) => one.reportName,
      BEHAVIOR: (one) => one.modelName,
      SCOPE: (one) => one.reportScope,
      VERSION: (one) => String(one.version),
      MADE: (one) => written(one.createdAt),
    });
  },
});
