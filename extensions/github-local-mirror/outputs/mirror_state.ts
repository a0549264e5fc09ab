import * as z from "npm:zod@4.6.7";

/** Schema of the `mirrorState` output. */
export const mirrorStateSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  /** Stands also in the mirror's own state, so that data and state of two mirrors are told apart. */
  mirrorId: z.string(),
  runs: z.number().int().describe("Syncs that have ended"),
  /** What is stored, open and all. */
  counts: z.strictObject({
    openPrs: z.number().int(),
    prs: z.number().int(),
    openIssues: z.number().int(),
    issues: z.number().int(),
  }),
  openPrNumbers: z.array(z.number().int()).nullable().describe(
    "Numbers of the open pull requests; null until the list was read to its end once",
  ),
  cursors: z.strictObject({
    index: z.string().nullable(),
    issueComments: z.string().nullable(),
    reviewComments: z.string().nullable(),
  }).describe("Newest time of change seen in each list, by the platform's clock"),
  queueLength: z.number().int().describe("Pull requests whose details are still to be read"),
  /** Whether the last sync read everything. */
  complete: z.boolean(),
  lastSyncAt: z.string(),
  lastCompleteAt: z.string().nullable(),
  resumeAt: z.string().nullable().describe("When the rate limit that stopped the sync ends"),
  /** SHA-256 over the names and ids of the fetched refs. */
  refsDigest: z.string().nullable(),
  fetchedAt: z.string(),
});

/** How far the mirror is. Times are ISO 8601; those of cursors are the platform's. */
export type MirrorState = z.infer<typeof mirrorStateSchema>;
