import type { ReportFlags } from "@svc/runtime/report_maker";
import { flag, list, type OptionSpec, type OptionValues } from "../frame/command.ts";

/** The options of `svc behavior run` that choose reports. */
export const REPORT_OPTIONS = {
  "skip-reports": flag("Skip all reports except those that the behavior requires"),
  "skip-report": list("<name>", "Skip this report"),
  "skip-report-label": list("<label>", "Skip reports with this label"),
  "report": list("<name>", "Run only this report"),
  "report-label": list("<label>", "Run only reports with this label"),
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
