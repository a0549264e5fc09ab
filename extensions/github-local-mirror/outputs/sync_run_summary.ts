import * as z from "npm:zod@4.6.7";

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
  notModified: z.number().int().describe("Requests that cost nothing"),
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
