import * as z from "npm:zod@4.6.7";
import { type FailureRecord, failureRecordSchema } from "../../platform/outcome.ts";

/** The outcome of one worktree in a run over several. */
export interface WorktreeResult {
  worktreeId: string;
  prNumber: number | null;
  /** created, attached, updated, removed, kept, blocked, failed, or would-… in a dry run */
  outcome: string;
  /** Commits checked out before and after; null when there is none. */
  before: string | null;
  after: string | null;
  reasons: string[];
  error: FailureRecord | null;
}

/** A run over several worktrees: a cleanup or a refresh. */
export interface WorktreeRun {
  repo: string;
  startedAt: string;
  finishedAt: string;
  dryRun: boolean;
  /** How often each outcome came. */
  counts: Record<string, number>;
  results: WorktreeResult[];
  /** False when it was stopped or something failed. */
  complete: boolean;
}

/** Schema of the `worktreeCleanupRun` and `worktreeRefreshRun` outputs. */
export const worktreeRunSchema: z.ZodType<WorktreeRun> = z.strictObject({
  repo: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  dryRun: z.boolean(),
  counts: z.record(z.string(), z.number().int()),
  results: z.array(z.strictObject({
    worktreeId: z.string(),
    prNumber: z.number().int().nullable(),
    outcome: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    reasons: z.array(z.string()),
    error: failureRecordSchema.nullable(),
  })),
  complete: z.boolean(),
});
