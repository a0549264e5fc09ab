/**
 * The report `@svc/github-local-mirror/context`: one pull request or issue with what belongs to it, what
 * happened, whether it is ready, and what was found out about its current head.
 *
 * @module
 */
import type { ReportContext, ReportResult } from "../../platform/report/context.ts";
import type { ContextJson } from "./subject/context_json.ts";
import { contextReport } from "./subject/context_report.ts";

/** The report's definition. */
export const report = {
  name: "@svc/github-local-mirror/context",
  description: "One pull request or issue with related ones, and its readiness",
  scope: "model",
  labels: ["review"],
  execute: (context: ReportContext): Promise<ReportResult<ContextJson>> => contextReport(context),
};
