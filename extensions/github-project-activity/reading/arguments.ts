import * as z from "npm:zod@4.6.7";
import type { SourceMethod } from "../outputs/raw_github_api_response.ts";

/** Schema of the arguments of each sync method. */
export const sourceArguments = {
  sync_github_repo: z.object({
    includeForkIndex: z.boolean().default(false).describe("Also read its forks"),
  }),
  sync_github_file_inventory: z.object({}),
  sync_github_fork_index: z.object({
    limit: z.number().int().min(1).max(10_000).optional().describe(
      "Maximum number of forks, newest first (default: 1,000)",
    ),
    includeConfiguredKnownForks: z.boolean().default(true).describe(
      "Also read those in knownForks",
    ),
  }),
  sync_github_issues: z.object({
    since: z.iso.datetime({ offset: true }).optional().describe(
      "Also those closed since this time, ISO 8601 (default: defaultBackfillWindowDays ago)",
    ),
    limit: z.number().int().min(1).max(10_000).optional().describe(
      "Maximum number of issues (default: 5,000)",
    ),
    includeComments: z.boolean().default(false).describe("Read their comments"),
    includeTimeline: z.boolean().default(false).describe("Read their timelines"),
  }),
  sync_github_prs: z.object({
    includePatchArtifacts: z.boolean().default(false).describe("Store their diffs as artifacts"),
    includeReviews: z.boolean().default(true).describe("Read their reviews"),
    includeReviewComments: z.boolean().default(true).describe("Read comments on their code"),
    includeIssueComments: z.boolean().default(true).describe("Read their conversations"),
    includeChecks: z.boolean().default(true).describe("Read the checks of their heads"),
    includeTimeline: z.boolean().default(true).describe("Read their timelines"),
  }),
  sync_github_pr_by_number: z.object({
    prNumber: z.number().int().positive().describe("Number of the pull request"),
    includePatchArtifacts: z.boolean().default(false).describe("Store its diff as an artifact"),
    includeReviews: z.boolean().default(true).describe("Read its reviews"),
    includeReviewComments: z.boolean().default(true).describe("Read comments on its code"),
    includeIssueComments: z.boolean().default(true).describe("Read its conversation"),
    includeChecks: z.boolean().default(true).describe("Read the checks of its head"),
    includeTimeline: z.boolean().default(true).describe("Read its timeline"),
  }),
  sync_github_recent_activity: z.object({
    lookbackMinutes: z.number().int().min(1).max(43_200).default(180).describe(
      "Minutes to look back",
    ),
    includeOpenPrs: z.boolean().default(true).describe(
      "Read changed pull requests, at most 100",
    ),
    includeRecentlyUpdatedIssues: z.boolean().default(true).describe(
      "Read changed issues, at most 100",
    ),
  }),
  sync_github_backfill: z.object({
    since: z.iso.datetime({ offset: true }).optional().describe(
      "Since this time, ISO 8601 (default: defaultBackfillWindowDays ago)",
    ),
    until: z.iso.datetime({ offset: true }).optional().describe(
      "Up to this time, ISO 8601 (default: now)",
    ),
    includeClosed: z.boolean().default(true).describe("Also read closed ones"),
    limit: z.number().int().min(1).max(10_000).optional().describe(
      "Maximum number of issues and pull requests per run (default: 500)",
    ),
    includeForkIndex: z.boolean().default(false).describe("Also read the forks"),
  }),
} satisfies Record<SourceMethod, z.ZodObject>;

/** Arguments of each sync method, as its schema gives them. */
export type SourceArguments = {
  [Method in SourceMethod]: z.infer<(typeof sourceArguments)[Method]>;
};
