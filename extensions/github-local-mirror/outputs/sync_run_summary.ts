import * as z from "npm:zod@4.6.7";

/** Why a sync ended before everything was read. */
export const STOP_REASONS = ["budget", "rate-limit", "pages", "cancelled", "failed"] as const;

/** What one sync did. */
export interface SyncRunSummary {
  repo: string;
  startedAt: string;
  finishedAt: string;
  complete: boolean;
  stoppedBy: typeof STOP_REASONS[number] | null;
  /** When the rate limit ends. */
  resumeAt: string | null;
  /** Requests sent, and how many of them were answered "not modified", which costs nothing. */
  requests: number;
  notModified: number;
  /** The allowance as the last answer told it; null when no answer did. */
  rate: { limit: number; remaining: number; resetAt: string } | null;
  phases: { name: string; complete: boolean; requests: number; items: number; seconds: number }[];
  /** Documents written, by output. */
  written: Record<string, number>;
  /** Documents that were the same as before. */
  unchanged: number;
  /** Details still to be read. */
  queueLength: number;
  errors: { what: string; code: string; message: string }[];
}

/** Schema of the `syncRunSummary` output. */
export const syncRunSummarySchema: z.ZodType<SyncRunSummary> = z.strictObject({
  repo: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  complete: z.boolean(),
  stoppedBy: z.enum(STOP_REASONS).nullable(),
  resumeAt: z.string().nullable().describe("When the rate limit ends"),
  requests: z.number().int(),
  notModified: z.number().int().describe("Requests that cost nothing"),
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
  written: z.record(z.string(), z.number().int()),
  unchanged: z.number().int(),
  queueLength: z.number().int(),
  errors: z.array(z.strictObject({ what: z.string(), code: z.string(), message: z.string() })),
});
