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

/** How a worktree stands to its pull request. */
export interface WorktreeAnalysis {
  repo: string;
  worktreeId: string;
  prNumber: number | null;
  /** open, closed, merged, deleted; null without a pull request. */
  prState: string | null;
  missing: boolean;
  /** Files that differ, counted. */
  modified: number;
  untracked: number;
  ignored: number;
  /** Commits here that the pull request's head lacks, and the other way; null when unknown. */
  ahead: number | null;
  behind: number | null;
  /** The pull request has moved on. */
  staleHead: boolean;
  /** A rebase, merge, cherry-pick, revert or bisect that was begun. */
  inProgress: string | null;
  locked: boolean;
  recommendedAction: typeof RECOMMENDED_ACTIONS[number];
  reasons: string[];
  at: string;
}

/** Schema of the `worktreeAnalysis` output. */
export const worktreeAnalysisSchema: z.ZodType<WorktreeAnalysis> = z.strictObject({
  repo: z.string(),
  worktreeId: z.string(),
  prNumber: z.number().int().nullable(),
  prState: z.string().nullable(),
  missing: z.boolean(),
  modified: z.number().int(),
  untracked: z.number().int(),
  ignored: z.number().int(),
  ahead: z.number().int().nullable(),
  behind: z.number().int().nullable(),
  staleHead: z.boolean(),
  inProgress: z.string().nullable(),
  locked: z.boolean(),
  recommendedAction: z.enum(RECOMMENDED_ACTIONS),
  reasons: z.array(z.string()),
  at: z.string(),
});
