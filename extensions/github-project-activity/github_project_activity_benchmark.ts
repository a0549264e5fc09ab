/**
 * Runs of benchmarks as data: what was measured, how long it took and how it ended. It asks nobody
 * and needs no permission.
 *
 * @module
 */
import * as z from "npm:zod@4.6.7";
import { benchmarkRunSchema } from "./benchmark/benchmark_run.ts";
import { recordBenchmarkRun } from "./benchmark/record_benchmark_run.ts";
import { kept } from "../platform/retention.ts";

/** What a run is called by, where nothing else is said. */
const NAME = z.string().trim().min(1).max(100).default("default");

/** The behavior type `@svc/github-project-activity/benchmark`: one method, one output. */
export const model = {
  type: "@svc/github-project-activity/benchmark",
  version: "2026.11.22.1",
  resources: {
    benchmarkRun: kept("One run of a benchmark", benchmarkRunSchema),
  },
  methods: {
    record_benchmark_run: {
      description: "Record one run of a benchmark",
      kind: "create",
      arguments: z.object({
        finishedAt: z.iso.datetime({ offset: true }).optional().describe(
          "When it ended, ISO 8601 (default: durationMs after the start, or else now)",
        ),
        run: z.strictObject({
          benchmarkName: NAME.describe("Name of the benchmark"),
          scenario: NAME.describe("Scenario or input"),
          mode: NAME.describe("How it was run, for example cold"),
          startedAt: z.iso.datetime({ offset: true }).optional().describe(
            "When it started, ISO 8601 (default: durationMs before its end)",
          ),
          durationMs: z.number().min(0).max(31_536_000_000).optional().describe(
            "Milliseconds it took (default: computed from the times)",
          ),
          exitCode: z.number().int().min(-255).max(255).optional().describe("How it ended"),
          counts: z.record(z.string().min(1).max(100), z.number()).default({}).refine(
            (counts) => Object.keys(counts).length <= 100,
            "at most 100 counts",
          ).describe("What was counted or measured, by name"),
          notes: z.string().max(10_000).optional().describe("Notes"),
        }).prefault({}).describe("The run"),
      }),
      execute: recordBenchmarkRun,
    },
  },
};
