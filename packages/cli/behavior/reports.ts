import type { MakeReports } from "@svc/runtime/run";
import type { OptionSpec, OptionValues } from "../frame/command.ts";

/** The options of `svc behavior run` that choose reports. */
export const REPORT_OPTIONS = {
  "skip-reports": {
    kind: "flag",
    summary: "Make no reports but those that the behavior requires",
  },
  "skip-report": { kind: "list", value: "<name>", summary: "Leave out a report" },
  "skip-report-label": {
    kind: "list",
    value: "<label>",
    summary: "Leave out the reports with this label",
  },
  "report": { kind: "list", value: "<name>", summary: "Make only this report" },
  "report-label": {
    kind: "list",
    value: "<label>",
    summary: "Make only the reports with this label",
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

type ReportOptions = OptionValues<typeof REPORT_OPTIONS>;

/** Makes the reports on a run; what that takes is loaded for a behavior that has some. */
export function reportMaker(options: ReportOptions): MakeReports {
  return async (ended) => {
    const offered = ended.resolved.model.reports ?? [];
    const required = ended.found.definition.reports?.require ?? [];
    if (offered.length === 0 && required.length === 0) return [];
    const { reportsAfter } = await import("@svc/runtime/reports");
    return await reportsAfter({
      skipAll: options["skip-reports"],
      skip: options["skip-report"],
      skipLabels: options["skip-report-label"],
      only: options["report"],
      onlyLabels: options["report-label"],
    })(ended);
  };
}
