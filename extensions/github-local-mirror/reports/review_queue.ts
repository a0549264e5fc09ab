/**
 * The report `@svc/github-local-mirror/review-queue`: every open pull request in one bucket by what it
 * waits for, the reviewers' own duties first.
 *
 * @module
 */
import type { ReportContext, ReportResult } from "../../platform/report/context.ts";
import type { QueueJson } from "./queue/markdown.ts";
import { queueReport } from "./queue/queue_report.ts";

/** The report's definition. */
export const report = {
  name: "@svc/github-local-mirror/review-queue",
  description: "Open pull requests grouped by what they wait for, your own reviews first",
  scope: "model",
  labels: ["review"],
  execute: (context: ReportContext): Promise<ReportResult<QueueJson>> => queueReport(context),
};
