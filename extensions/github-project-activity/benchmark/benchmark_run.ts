import * as z from "npm:zod@4.6.7";

/** One run of a benchmark. Times are ISO 8601. */
export interface BenchmarkRun {
  benchmarkName: string;
  scenario: string;
  mode: string;
  startedAt: string;
  finishedAt: string;
  /** Milliseconds. */
  durationMs: number;
  /** Of the process that ran it; null when it was not told. */
  exitCode: number | null;
  /** What was counted or measured, by name. */
  counts: Record<string, number>;
  notes: string | null;
}

/** Schema of the `benchmarkRun` output. */
export const benchmarkRunSchema: z.ZodType<BenchmarkRun> = z.strictObject({
  benchmarkName: z.string(),
  scenario: z.string(),
  mode: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  durationMs: z.number().describe("Milliseconds"),
  exitCode: z.number().int().nullable(),
  counts: z.record(z.string(), z.number()).describe("What was counted or measured, by name"),
  notes: z.string().nullable(),
});
