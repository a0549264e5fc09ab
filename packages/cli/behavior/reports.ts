import type { MakeReports } from "@svc/runtime/run";

/** What a person said of reports, see the options of `svc behavior run`. */
interface ReportOptions {
  readonly "skip-reports": boolean;
  readonly "skip-report": readonly string[];
  readonly "skip-report-label": readonly string[];
  readonly "report": readonly string[];
  readonly "report-label": readonly string[];
}

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
