import * as z from "npm:zod@4.6.7";
import { failureRecordSchema } from "../../platform/outcome.ts";

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
