import * as z from "npm:zod@4.6.7";

/**
 * What a sync did with one file: `created` where there was none, `written` over an earlier version,
 * `drifted` when it had been changed here and was restored.
 */
export const SYNC_OUTCOMES = ["created", "written", "unchanged", "drifted", "failed"] as const;

/** One of {@link SYNC_OUTCOMES}. */
export type SyncOutcome = typeof SYNC_OUTCOMES[number];

/** Why a file was not synced. */
export interface SyncError {
  /** A stable word, such as `not_found`. */
  code: string;
  message: string;
}

/** The last sync of one destination. */
export interface SyncRecord {
  /** owner/name */
  repo: string;
  /** Its name today, when the repository was renamed since the target was written. */
  renamedTo: string | null;
  /** The branch, tag or commit followed. Null when it could not be found out. */
  ref: string | null;
  /** The commit of the ref at which the content was read. */
  commitSha: string | null;
  srcPath: string;
  destPath: string;
  label: string | null;
  /** Git's id of the content that svc left in the destination. */
  blobSha: string | null;
  /** What the platform calls this state of the file, to ask for changes only. */
  etag: string | null;
  outcome: SyncOutcome;
  /** Size of that content. */
  bytes: number | null;
  error: SyncError | null;
  /** ISO 8601. */
  syncedAt: string;
}

/** Schema of the `syncRecord` output. */
export const syncRecordSchema: z.ZodType<SyncRecord> = z.strictObject({
  repo: z.string().describe("owner/name"),
  renamedTo: z.string().nullable().describe("Its name today, when it was renamed"),
  ref: z.string().nullable().describe("The branch, tag or commit followed"),
  commitSha: z.string().nullable().describe("The commit at which the content was read"),
  srcPath: z.string(),
  destPath: z.string(),
  label: z.string().nullable(),
  blobSha: z.string().nullable().describe("Git's id of the content left in the destination"),
  etag: z.string().nullable(),
  outcome: z.enum(SYNC_OUTCOMES),
  bytes: z.number().int().nullable(),
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  syncedAt: z.string().describe("ISO 8601"),
});
