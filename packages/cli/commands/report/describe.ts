import { describeReport } from "@svc/runtime/reports";
import { arg, defineCommand } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";

export default defineCommand({
  examples: { "svc report describe @acme/summary": "its description and labels" },
  arguments: [arg("report", "the report's name")],
  options: { "repo-dir": REPO_DIR },
  run: async (context) =>
    await describeReport(await repositoryOf(context), context.arguments.report),
  text({ name, description, scope, labels, extension }, { paint }) {
    return [
      `Report: ${paint.bold(name)}`,
      `Scope: ${scope}`,
      ...(labels.length === 0 ? [] : [`Labels: ${labels.join(", ")}`]),
      ...(extension === undefined ? [] : [`Extension: ${extension}`]),
      "",
      description,
    ].join("\n");
  },
});
