import { rerunReport } from "@svc/runtime/reports";
import { SvcError } from "@svc/core/error";
import { interruption } from "../../behavior/interruption.ts";
import { OFFLINE, shareOf } from "../../datastore/share.ts";
import { arg, defineCommand, flag, text } from "../../frame/command.ts";
import { REPO_DIR } from "../../frame/options.ts";
import { repositoryOf } from "../../frame/repository.ts";
import { quotedText } from "../../frame/terminal_text.ts";

export default defineCommand({
  description: [
    "Creates a report on a finished run, from the run's record and its data. No method",
    "runs: a report may read stored data and do nothing else.",
  ].join("\n"),
  examples: {
    "svc report run @acme/summary insight": "on the newest run of a behavior",
    "svc report run @acme/summary insight --run 4f1c": "on an earlier run",
  },
  arguments: [
    arg("report", "the report's name, as 'svc report type search' shows it"),
    arg("behavior", "the behavior's name or id", { completes: "behavior" }),
  ],
  options: {
    run: text("<id>", "Id of the run, from 'svc behavior history'"),
    markdown: flag("Print the original Markdown"),
    offline: OFFLINE,
    "repo-dir": REPO_DIR,
  },
  async run(context) {
    const { options, host, quiet, json, arguments: { report, behavior } } = context;
    using interrupted = interruption(context.note);
    const { signal } = interrupted;
    const repository = await repositoryOf(context);
    const outcome = await shareOf(context, repository, signal)(
      behavior,
      () =>
        rerunReport(repository, {
          report,
          behavior,
          run: options.run,
          signal,
          onLog: (_, text) => {
            if (!json && !quiet) host.stderr(`${quotedText(text)}\n`);
          },
        }),
    );
    if (!outcome.success) {
      throw new SvcError("run_failed", `The report ${outcome.name} failed: ${outcome.error}`, {
        hint:
          "Nothing was stored. Either the extension has a bug, or the data is not what it expects.",
      });
    }
    const { terminalMarkdown } = await import("../../report/markdown.ts");
    return { ...outcome, layOut: terminalMarkdown };
  },
  whole: ["markdown", "json"],
  json: ({ layOut: _, ...outcome }) => outcome,
  text({ markdown, json, layOut }, { options, paint, width }) {
    if (markdown === "") return JSON.stringify(json, null, 2);
    return options["markdown"] ? markdown : layOut(markdown, paint, width);
  },
});
