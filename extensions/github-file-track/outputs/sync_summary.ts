import * as z from "npm:zod@4.6.7";
import { SYNC_OUTCOMES, type SyncRecord } from "./sync_record.ts";

/** Schema of the `syncSummary` output. */
export const syncSummarySchema = z.strictObject({
  total: z.number().int(),
  created: z.number().int(),
  written: z.number().int(),
  unchanged: z.number().int(),
  drifted: z.number().int(),
  failed: z.number().int(),
  failures: z.array(
    z.strictObject({ destPath: z.string(), code: z.string(), message: z.string() }),
  ),
  syncedAt: z.string().describe("ISO 8601"),
});

/** Counts of one run. */
export type SyncSummary = z.infer<typeof syncSummarySchema>;

/** The summary of a run's records, in their order. */
export function summaryOf(records: readonly SyncRecord[], syncedAt: string): SyncSummary {
  const count = (outcome: SyncRecord["outcome"]) =>
    records.filter((record) => record.outcome === outcome).length;
  const [created, written, unchanged, drifted, failed] = SYNC_OUTCOMES.map(count) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const failures = records.flatMap(({ destPath, error }) => error ? [{ destPath, ...error }] : []);
  return {
    total: records.length,
    created,
    written,
    unchanged,
    drifted,
    failed,
    failures,
    syncedAt,
  };
}
