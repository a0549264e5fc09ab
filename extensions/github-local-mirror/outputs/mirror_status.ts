import * as z from "npm:zod@4.6.7";

/** Schema of the `mirrorStatus` output. */
export const mirrorStatusSchema = z.strictObject({
  repo: z.string(),
  lastSyncAt: z.string().nullable(),
  lastCompleteAt: z.string().nullable(),
  complete: z.boolean(),
  queueLength: z.number().int(),
  resumeAt: z.string().nullable(),
  /** Open and all pull requests and issues. */
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

/** How the mirror stands, by what is on this machine. */
export type MirrorStatus = z.infer<typeof mirrorStatusSchema>;
