/**
 * The report `@svc/github-project-activity/heatmap`: how long ago something landed on each file and
 * folder of the default branch.
 *
 * @module
 */
import type { ReportContext, ReportResult } from "../platform/report/context.ts";
import type { Heatmap } from "./reports/heatmap/heatmap.ts";
import { heatmapReport } from "./reports/heatmap/heatmap_report.ts";

/** The report's definition. */
export const report = {
  name: "@svc/github-project-activity/heatmap",
  description: "Days since the last merge, by file and folder",
  scope: "model",
  labels: ["activity"],
  execute: (context: ReportContext): Promise<ReportResult<Heatmap>> => heatmapReport(context),
};
