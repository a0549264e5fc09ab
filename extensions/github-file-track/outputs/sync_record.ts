import * as z from "npm:zod@4.6.7";

/**
 * What a sync did with one file: `created` where there was none, `written` over an earlier version,
 * `drifted` when it had been changed here and was restored.
 */
export const SYNC_OUTCOMES = ["created", "written", "unchanged", "drifted", "failed"] as const;

/** One of {@link SYNC_OUTCOMES}. */
export type SyncOutcome = typeof SYNC_OUTCOMES[number];

/** Schema of the `syncRecord` output. */
export const syncRecordSchema = z.strictObject({
  repo: z.string().describe("owner/name"),
  renamedTo: z.string().nullable().describe("Its current name, if it was renamed"),
  ref: z.string().nullable().describe("The branch, tag or commit followed"),
  commitSha: z.string().nullable().describe("The commit at which the content was read"),
  srcPath: z.string(),
  destPath: z.string(),
  label: z.string().nullable(),
  blobSha: z.string().nullable().describe("Git blob id of the content in the destination"),
  /** What the platform calls this state of the file, to ask for changes only. */
  etag: z.string().nullable(),
  outcome: z.enum(SYNC_OUTCOMES),
  /** Size of that content. */
  bytes: z.number().int().nullable(),
  error: z.strictObject({
    /** A stable word, such as `not_found`. */
    code: z.string(),
    message: z.string(),
  }).nullable(),
  syncedAt: z.string().describe("ISO 8601"),
});

/** The last sync of one destination. */
export type SyncRecord = z.infer<typeof syncRecordSchema>;

/** Why a file was not synced. */
export type SyncError = NonNullable<SyncRecord["error"]>;
