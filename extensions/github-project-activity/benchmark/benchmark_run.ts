import * as z from "npm:zod@4.6.7";

/** Schema of the `benchmarkRun` output. */
export const benchmarkRunSchema = z.strictObject({
  benchmarkName: z.string(),
  scenario: z.string(),
  mode: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  durationMs: z.number().describe("Milliseconds"),
  /** Of the process that ran it; null when it was not told. */
  exitCode: z.number().int().nullable(),
  counts: z.record(z.string(), z.number()).describe("What was counted or measured, by name"),
  notes: z.string().nullable(),
});

/** One run of a benchmark. Times are ISO 8601. */
export type BenchmarkRun = z.infer<typeof benchmarkRunSchema>;
