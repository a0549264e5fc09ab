import * as z from "npm:zod@4.6.7";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";

/** Schema of {@link SyncArguments}. */
export const syncArguments = z.object({
  budgetSeconds: z.number().int().min(30).max(3300).optional().describe(
    "Time limit in seconds (default: 1500)",
  ),
  requireComplete: z.boolean().optional().describe(
    "Fail when something is left to read; what was read is still stored",
  ),
});

/** Arguments of `sync`. */
export type SyncArguments = z.infer<typeof syncArguments>;

const PR_NUMBER = "Number of the pull request";

const IDENTITY =
  "Name of the user or agent, when several work there: a-z, 0-9 and hyphens, at most 32";

/** Schema of {@link PrepareArguments}. */
export const prepareArguments = z.object({
  prNumber: z.number().int().positive().describe(PR_NUMBER),
  identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
});

/** Arguments of `prepare_worktree`. */
export type PrepareArguments = z.infer<typeof prepareArguments>;

/** Schema of {@link CreateArguments}. */
export const createArguments = z.object({
  prNumber: z.number().int().positive().optional().describe(PR_NUMBER),
  branch: z.string().min(1).max(255).optional().describe(
    "Branch to work on; created if it does not exist",
  ),
  baseRef: z.string().min(1).max(255).optional().describe(
    "Start of a new branch (default: the default branch)",
  ),
  identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
});

/** Arguments of `create_worktree`: exactly one of `prNumber` and `branch`. */
export type CreateArguments = z.infer<typeof createArguments>;

const WORKTREE_ID = "Id of the worktree: the name of its folder";

/** Schema of {@link AttachArguments}. */
export const attachArguments = z.object({
  worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
  prNumber: z.number().int().positive().describe(PR_NUMBER),
});

/** Arguments of `attach_worktree`. */
export type AttachArguments = z.infer<typeof attachArguments>;

/** Schema of {@link DetachArguments}. */
export const detachArguments = z.object({
  worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
});

/** Arguments of `detach_worktree`. */
export type DetachArguments = z.infer<typeof detachArguments>;

/** Schema of {@link RemoveArguments}. */
export const removeArguments = z.object({
  worktreeId: z.string().min(1).max(128).describe(WORKTREE_ID),
  force: z.boolean().default(false).describe("Remove it anyway; the reasons are recorded"),
  deleteBranch: z.boolean().default(false).describe("Also delete its branch"),
});

/** Arguments of `remove_worktree`. */
export type RemoveArguments = z.infer<typeof removeArguments>;

/** Schema of {@link RefreshArguments}. */
export const refreshArguments = z.object({
  identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
  autoAttach: z.boolean().default(true).describe(
    "Link worktrees on the branch of a pull request",
  ),
  materialize: z.boolean().default(false).describe(
    "Create worktrees for open pull requests without one, at most 20",
  ),
  dryRun: z.boolean().default(true).describe("Only show what would be done"),
});

/** Arguments of `refresh_pr_worktrees`. */
export type RefreshArguments = z.infer<typeof refreshArguments>;

/** Schema of {@link ReviewArguments}. */
export const reviewArguments = z.object({
  subjectType: z.enum(SUBJECT_TYPES).describe("pr or issue"),
  number: z.number().int().positive().describe("Its number"),
});

/** Arguments of `prepare_review_context`. */
export type ReviewArguments = z.infer<typeof reviewArguments>;

/** Schema of {@link AnalysisArguments}. */
export const analysisArguments = z.object({
  prNumber: z.number().int().positive().describe(PR_NUMBER),
  headSha: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/).describe(
    "Head commit that was reviewed; must be the current one",
  ),
  generator: z.string().min(1).max(200).describe("Author of the analysis, for example a program"),
  codePathWalkthrough: z.string().max(100_000).describe("How the changed code runs, in Markdown"),
  reviewAttentionMap: z.string().max(100_000).describe("Where to look closely, in Markdown"),
  evidenceRefs: z.array(z.string().min(1).max(4200)).max(500).describe(
    "path:line at that head, or commit ids; each must exist",
  ),
});

/** Arguments of `record_pr_analysis`. */
export type AnalysisArguments = z.infer<typeof analysisArguments>;
