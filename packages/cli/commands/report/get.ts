import { getReport } from "@svc/runtime/reports";
import { arg, defineCommand, flag, number } from "../../frame/command.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { valueFrom, WHERE } from "../../remote/target.ts";
import { BEHAVIOR } from "../../report/options.ts";

export default defineCommand({
  description: [
    "Prints a report formatted for a terminal. --markdown prints the original text,",
    "--json also includes its data.",
  ].join("\n"),
  examples: {
    "svc report get @acme/summary": "the newest one",
    "svc report get @acme/summary --markdown > summary.md": "as Markdown",
    "svc report get @acme/summary --behavior insight --version 2": "an older one",
  },
  arguments: [
    arg("report", "the report's name, as 'svc report list' shows it", { completes: "report" }),
  ],
  options: {
    behavior: BEHAVIOR,
    version: number("<n>", "Version", { defaultText: "the newest" }),
    markdown: flag("Print the original Markdown"),
    ...WHERE,
  },
  async run(context) {
    const { options: { behavior, version }, arguments: { report } } = context;
    const query = { behavior, version };
    const found = await valueFrom(context, {
      here: async () => await getReport(await repositoryOf(context), report, query),
      there: ({ ask }) => ask("reports.get", { params: { report }, query }),
    });
    // Laying out loads what the other forms do not need.
    const { terminalMarkdown } = await import("../../report/markdown.ts");
    return { ...found, layOut: terminalMarkdown };
  },
  whole: ["markdown", "json"],
  json: ({ layOut: _, ...report }) => report,
  text({ markdown, json, layOut }, { options, paint, width }) {
    if (markdown === "") return JSON.stringify(json, null, 2);
    return options["markdown"] ? markdown : layOut(markdown, paint, width);
  },
});
