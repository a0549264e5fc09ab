import * as z from "npm:zod@4.6.7";

/** How far the mirror is. Times are ISO 8601; those of cursors are the platform's. */
export interface MirrorState {
  /** owner/name */
  repo: string;
  /** Stands also in the mirror's own state, so that data and state of two mirrors are told apart. */
  mirrorId: string;
  /** Syncs that have ended. */
  runs: number;
  /** What is stored, open and all. */
  counts: { openPrs: number; prs: number; openIssues: number; issues: number };
  /** Numbers of the open pull requests, ascending; null until the list was read to its end once. */
  openPrNumbers: number[] | null;
  /** The newest time of change that was seen in each list; null before its first page. */
  cursors: { index: string | null; issueComments: string | null; reviewComments: string | null };
  /** Pull requests whose details are still to be asked for. */
  queueLength: number;
  /** Whether the last sync read everything. */
  complete: boolean;
  lastSyncAt: string;
  lastCompleteAt: string | null;
  /** When the rate limit ends that stopped the last sync. */
  resumeAt: string | null;
  /** SHA-256 over the names and ids of the fetched refs. */
  refsDigest: string | null;
  fetchedAt: string;
}

/** Schema of the `mirrorState` output. */
export const mirrorStateSchema: z.ZodType<MirrorState> = z.strictObject({
  repo: z.string().describe("owner/name"),
  mirrorId: z.string(),
  runs: z.number().int().describe("Syncs that have ended"),
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
  complete: z.boolean(),
  lastSyncAt: z.string(),
  lastCompleteAt: z.string().nullable(),
  resumeAt: z.string().nullable().describe("When the rate limit that stopped the sync ends"),
  refsDigest: z.string().nullable(),
  fetchedAt: z.string(),
});
