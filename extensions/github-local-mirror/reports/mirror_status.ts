/**
 * The report `@svc/github-local-mirror/mirror-status`: how fresh the mirror is, what it could not read,
 * and how its worktrees stand.
 *
 * @module
 */
import type { ReportContext, ReportResult } from "../../platform/report/context.ts";
import type { StatusJson } from "./mirror/status_markdown.ts";
import { statusReport } from "./mirror/status_report.ts";

/** The report's definition. */
export const report = {
  name: "@svc/github-local-mirror/mirror-status",
  description: "How fresh the mirror is, what it could not read, and the state of its worktrees",
  scope: "model",
  labels: ["mirror"],
  execute: (context: ReportContext): Promise<ReportResult<StatusJson>> => statusReport(context),
};
