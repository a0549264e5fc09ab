import * as z from "npm:zod@4.6.7";

/** What to do with a worktree. */
export const RECOMMENDED_ACTIONS = [
  "none",
  "update",
  "push",
  "commit",
  "remove",
  "inspect",
] as const;

/** Schema of the `worktreeAnalysis` output. */
export const worktreeAnalysisSchema = z.strictObject({
  repo: z.string(),
  worktreeId: z.string(),
  prNumber: z.number().int().nullable(),
  /** open, closed, merged, deleted; null without a pull request. */
  prState: z.string().nullable(),
  missing: z.boolean(),
  /** Files that differ, counted. */
  modified: z.number().int(),
  untracked: z.number().int(),
  ignored: z.number().int(),
  /** Commits here that the pull request's head lacks, and the other way; null when unknown. */
  ahead: z.number().int().nullable(),
  behind: z.number().int().nullable(),
  /** The pull request has moved on. */
  staleHead: z.boolean(),
  /** A rebase, merge, cherry-pick, revert or bisect that was begun. */
  inProgress: z.string().nullable(),
  locked: z.boolean(),
  recommendedAction: z.enum(RECOMMENDED_ACTIONS),
  reasons: z.array(z.string()),
  at: z.string(),
});

/** How a worktree stands to its pull request. */
export type WorktreeAnalysis = z.infer<typeof worktreeAnalysisSchema>;
