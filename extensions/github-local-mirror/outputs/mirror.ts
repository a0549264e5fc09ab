import * as z from "npm:zod@4.6.7";
import { failureRecordSchema } from "../../platform/outcome.ts";

/** Schema of the `mirrorState` output. */
export const mirrorStateSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  /** Stands also in the mirror's own state, so that data and state of two mirrors are told apart. */
  mirrorId: z.string(),
  runs: z.number().int().describe("Number of finished syncs"),
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

/** Progress of the mirror. Times are ISO 8601; those of cursors are the platform's. */
export type MirrorState = z.infer<typeof mirrorStateSchema>;

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

/** Why a sync ended before everything was read. */
export const STOP_REASONS = ["budget", "rate-limit", "pages", "cancelled", "failed"] as const;

/** Schema of the `syncRunSummary` output. */
export const syncRunSummarySchema = z.strictObject({
  repo: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  complete: z.boolean(),
  stoppedBy: z.enum(STOP_REASONS).nullable(),
  resumeAt: z.string().nullable().describe("When the rate limit ends"),
  /** Requests sent, and how many of them were answered "not modified", which costs nothing. */
  requests: z.number().int(),
  notModified: z.number().int().describe("Requests that did not count against the rate limit"),
  /** The allowance as the last answer told it; null when no answer did. */
  rate: z.strictObject({
    limit: z.number().int(),
    remaining: z.number().int(),
    resetAt: z.string(),
  }).nullable(),
  phases: z.array(z.strictObject({
    name: z.string(),
    complete: z.boolean(),
    requests: z.number().int(),
    items: z.number().int(),
    seconds: z.number(),
  })),
  /** Documents written, by output. */
  written: z.record(z.string(), z.number().int()),
  /** Documents that were the same as before. */
  unchanged: z.number().int(),
  /** Details still to be read. */
  queueLength: z.number().int(),
  errors: z.array(z.strictObject({ what: z.string(), code: z.string(), message: z.string() })),
});

/** What one sync did. */
export type SyncRunSummary = z.infer<typeof syncRunSummarySchema>;

/** Schema of the `collectionStatus` output. */
export const collectionStatusSchema = z.strictObject({
  repo: z.string(),
  subject: z.string().describe("repository, pr-<n> or issue-<n>"),
  /** What is listed: index, issueComments, reviewComments, details, reviews, timeline, checks, git … */
  component: z.string(),
  /** False while parts are missing. */
  complete: z.boolean(),
  /** Entries that were read when the status became what it is. */
  itemCount: z.number().int(),
  error: failureRecordSchema.nullable(),
  /** Since when. */
  at: z.string(),
});

/** Progress of one list: of the repository, or of one subject (`pr-12`). */
export type CollectionStatus = z.infer<typeof collectionStatusSchema>;
