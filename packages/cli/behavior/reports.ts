import type { ReportFlags } from "@svc/runtime/report_maker";
import type { OptionSpec, OptionValues } from "../frame/command.ts";

/** The options of `svc behavior run` that choose reports. */
export const REPORT_OPTIONS = {
  "skip-reports": {
    kind: "flag",
    summary: "Skip all reports except those that the behavior requires",
  },
  "skip-report": { kind: "list", value: "<name>", summary: "Skip this report" },
  "skip-report-label": {
    kind: "list",
    value: "<label>",
    summary: "Skip reports with this label",
  },
  "report": { kind: "list", value: "<name>", summary: "Run only this report" },
  "report-label": {
    kind: "list",
    value: "<label>",
    summary: "Run only reports with this label",
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

type ReportOptions = OptionValues<typeof REPORT_OPTIONS>;

/** What the options say of the reports on a run. */
export function reportFlags(options: ReportOptions): ReportFlags {
  return {
    skipAll: options["skip-reports"],
    skip: options["skip-report"],
    skipLabels: options["skip-report-label"],
    only: options["report"],
    onlyLabels: options["report-label"],
  };
}
