/**
 * The report `@svc/github-project-activity/briefing`: what a maintainer has to know today.
 *
 * @module
 */
import type { ReportContext, ReportResult } from "../platform/report/context.ts";
import type { Briefing } from "./reports/briefing/briefing.ts";
import { briefingReport } from "./reports/briefing/briefing_report.ts";

/** The report's definition. */
export const report = {
  name: "@svc/github-project-activity/briefing",
  description: "Failing checks, requested changes, conflicts, stale work, duties and last events",
  scope: "model",
  labels: ["activity"],
  execute: (context: ReportContext): Promise<ReportResult<Briefing>> => briefingReport(context),
};
