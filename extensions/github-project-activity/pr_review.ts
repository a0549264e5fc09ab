/**
 * The report `@svc/github-project-activity/pr-review`: the newest page about a pull request.
 *
 * @module
 */
import type { ReportContext, ReportResult } from "../platform/report/context.ts";
import { type PrReview, prReviewReport } from "./reports/pr_review/pr_review_report.ts";

/** The report's definition. */
export const report = {
  name: "@svc/github-project-activity/pr-review",
  description: "The newest page about a pull request",
  scope: "model",
  labels: ["activity"],
  execute: (context: ReportContext): Promise<ReportResult<PrReview>> => prReviewReport(context),
};
