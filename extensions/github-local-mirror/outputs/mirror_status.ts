import * as z from "npm:zod@4.6.7";

/** How the mirror stands, by what is on this machine. */
export interface MirrorStatus {
  repo: string;
  lastSyncAt: string | null;
  lastCompleteAt: string | null;
  complete: boolean;
  queueLength: number;
  resumeAt: string | null;
  /** Open and all pull requests and issues. */
  counts: { openPrs: number; prs: number; openIssues: number; issues: number };
  /** Bytes below each of the three folders; null when one could not be read. */
  disk: { objects: number | null; worktrees: number | null; artifacts: number | null };
  worktrees: { present: number; missing: number; stale: number; merged: number };
  at: string;
}

/** Schema of the `mirrorStatus` output. */
export const mirrorStatusSchema: z.ZodType<MirrorStatus> = z.strictObject({
  repo: z.string(),
  lastSyncAt: z.string().nullable(),
  lastCompleteAt: z.string().nullable(),
  complete: z.boolean(),
  queueLength: z.number().int(),
  resumeAt: z.string().nullable(),
  counts: z.strictObject({
    openPrs: z.number().int(),
    prs: z.number().int(),
    openIssues: z.number().int(),
    issues: z.number().int(),
  }),
  disk: z.strictObject({
    objects: z.number().int().nullable(),
    worktrees: z.number().int().nullable(),
    artifacts: z.number().int().nullable(),
  }).describe("Bytes; null when a folder could not be read"),
  worktrees: z.strictObject({
    present: z.number().int(),
    missing: z.number().int(),
    stale: z.number().int(),
    merged: z.number().int(),
  }),
  at: z.string(),
});
