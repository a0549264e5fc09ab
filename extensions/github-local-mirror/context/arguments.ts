import * as z from "npm:zod@4.6.7";
import { SUBJECT_TYPES } from "../../platform/subjects/subject.ts";

/** Schema of {@link SyncArguments}. */
export const syncArguments = z.object({
  budgetSeconds: z.number().int().min(30).max(3300).optional().describe(
    "Seconds after which it stops asking (default: 1500)",
  ),
  requireComplete: z.boolean().optional().describe(
    "Fail, after writing everything, when something is left to read",
  ),
});

/** Arguments of `sync`. */
export type SyncArguments = z.infer<typeof syncArguments>;

const PR_NUMBER = "Number of the pull request";

const IDENTITY = "Who works there, when several do: a-z, 0-9 and hyphens, up to 32";

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
    "Branch to work on, made when it is absent",
  ),
  baseRef: z.string().min(1).max(255).optional().describe(
    "Where a new branch begins (default: the default branch)",
  ),
  identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
});

/** Arguments of `create_worktree`: exactly one of `prNumber` and `branch`. */
export type CreateArguments = z.infer<typeof createArguments>;

const WORKTREE_ID = "Id of the worktree, which is its folder's name";

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
  force: z.boolean().default(false).describe("Remove it all the same; the reasons are kept"),
  deleteBranch: z.boolean().default(false).describe("Delete its branch, too"),
});

/** Arguments of `remove_worktree`. */
export type RemoveArguments = z.infer<typeof removeArguments>;

/** Schema of {@link RefreshArguments}. */
export const refreshArguments = z.object({
  identity: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/).optional().describe(IDENTITY),
  autoAttach: z.boolean().default(true).describe(
    "Link worktrees whose branch is a pull request's",
  ),
  materialize: z.boolean().default(false).describe(
    "Make worktrees for open pull requests that have none, 20 at most",
  ),
  dryRun: z.boolean().default(true).describe("Only tell what would be done"),
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
    "The head that was looked at; it has to be the current one",
  ),
  generator: z.string().min(1).max(200).describe("Who made it, for example a program"),
  codePathWalkthrough: z.string().max(100_000).describe("How the change runs, in Markdown"),
  reviewAttentionMap: z.string().max(100_000).describe("Where to look, in Markdown"),
  evidenceRefs: z.array(z.string().min(1).max(4200)).max(500).describe(
    "path:line at that head, or ids of commits; each has to exist",
  ),
});

/** Arguments of `record_pr_analysis`. */
export type AnalysisArguments = z.infer<typeof analysisArguments>;
