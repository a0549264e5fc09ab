/**
 * The report `@svc/github-security-alerts/blocks`: the newest alerts of the three scanners as one chat
 * message for each repository with open ones, and as a table.
 *
 * @module
 */
import { type BlocksContext, blocksReport, type BlocksResult } from "./report/blocks_report.ts";

/** The report's definition. */
export const report = {
  name: "@svc/github-security-alerts/blocks",
  description: "One block-kit message for each repository with open security alerts",
  scope: "model",
  labels: ["security"],
  execute: (context: BlocksContext): Promise<BlocksResult> => blocksReport(context),
};
