import * as z from "npm:zod@4.6.7";
import { failureRecordSchema } from "../../platform/outcome.ts";

/** Whether a worktree's folder is there. */
const WORKTREE_STATES = ["present", "missing", "removed"] as const;

/** What the last method that wrote the document did. */
const WORKTREE_OUTCOMES = [
  /** Made. */
  "created",
  /** It was there already. */
  "exists",
  /** Linked to a pull request, or unlinked. */
  "attached",
  "detached",
  /** Brought up to the head of its pull request. */
  "updated",
  /** Removed by the mirror. */
  "removed",
  /** Found to have been removed by someone else. */
  "missing",
] as const;

/** Schema of the `worktreeSnapshot` output. */
export const worktreeSnapshotSchema = z.strictObject({
  repo: z.string(),
  /** Its id, which is also its folder's name: `pr-<n>-<sha12>[-<identity>]` or `wt-<slug>-<8 hex>`. */
  worktreeId: z.string(),
  /** Absolute. */
  path: z.string(),
  /** Without `refs/heads/`; null when detached. */
  branch: z.string().nullable(),
  identity: z.string().nullable(),
  /** The pull request it is linked to. */
  prNumber: z.number().int().nullable(),
  /** The head of that pull request when it was linked or last brought up to date. */
  prHeadSha: z.string().nullable(),
  /** What is checked out. */
  headSha: z.string().nullable(),
  state: z.enum(WORKTREE_STATES),
  outcome: z.enum(WORKTREE_OUTCOMES).describe("What the last method that wrote this did"),
  reasons: z.array(z.string()).describe("Why it would have been kept without force"),
  keptRefs: z.array(z.string()).describe("Refs that keep commits which no other ref had"),
  branchDeleted: z.boolean(),
  createdAt: z.string(),
  fetchedAt: z.string(),
});

/** One worktree of the mirror. */
export type WorktreeSnapshot = z.infer<typeof worktreeSnapshotSchema>;

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

/** State of a worktree compared with its pull request. */
export type WorktreeAnalysis = z.infer<typeof worktreeAnalysisSchema>;

/** Schema of the `worktreeCleanupRun` and `worktreeRefreshRun` outputs. */
export const worktreeRunSchema = z.strictObject({
  repo: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  dryRun: z.boolean(),
  /** How often each outcome came. */
  counts: z.record(z.string(), z.number().int()),
  results: z.array(z.strictObject({
    worktreeId: z.string(),
    prNumber: z.number().int().nullable(),
    /** created, attached, updated, removed, kept, blocked, failed, or would-… in a dry run */
    outcome: z.string(),
    /** Commits checked out before and after; null when there is none. */
    before: z.string().nullable(),
    after: z.string().nullable(),
    reasons: z.array(z.string()),
    error: failureRecordSchema.nullable(),
  })),
  /** False when it was stopped or something failed. */
  complete: z.boolean(),
});

/** A run over several worktrees: a cleanup or a refresh. */
export type WorktreeRun = z.infer<typeof worktreeRunSchema>;

/** The outcome of one worktree in a run over several. */
export type WorktreeResult = WorktreeRun["results"][number];
