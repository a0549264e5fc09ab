import { listReportTypes } from "@svc/runtime/reports";
import { listing } from "../../frame/table.ts";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  examples: { "svc report type search": "all available reports" },
  arguments: [arg("query", "part of a name or description", { optional: true, phrase: true })],
  options: { "repo-dir": REPO_DIR },
  lists: ".results[]",
  run: async (context) =>
    await listReportTypes(await repositoryOf(context), context.arguments.query),
  text({ query, results }, { paint, width }) {
    if (results.length === 0) {
      return query === ""
        ? "No reports available. Extensions provide them: 'svc extension pull <name>'."
        : `No report here has '${query}' in its name or description.`;
    }
    return listing({ paint, width }, results, {
      REPORT: (one) => one.name,
      SCOPE: (one) => one.scope,
      EXTENSION: (one) => one.extension ?? "",
      DESCRIPTION: (one) => one.description,
    });
  },
});
