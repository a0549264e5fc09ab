import type { CommandRow } from "./row.ts";

/** Reports. */
export const REPORT_ROWS = {
  "report list": {
    summary: "List the reports that were kept",
    aliases: ["report search"],
    module: "report/list",
  },
  "report get": {
    summary: "Print a report",
    module: "report/get",
  },
  "report run": {
    summary: "Make a report on a run that has ended",
    module: "report/run",
  },
  "report describe": {
    summary: "Show what a report is about",
    module: "report/describe",
  },
  "report type search": {
    summary: "Find reports in the repository",
    aliases: ["report type list"],
    module: "report/type_search",
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
