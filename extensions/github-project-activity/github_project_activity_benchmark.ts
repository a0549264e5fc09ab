/**
 * Runs of benchmarks as data: what was measured, how long it took and how it ended. It asks nobody
 * and needs no permission.
 *
 * @module
 */
import { benchmarkRunSchema } from "./benchmark/benchmark_run.ts";
import { recordBenchmarkRun } from "./benchmark/record_benchmark_run.ts";
import { kept } from "../platform/retention.ts";

/** The behavior type `@svc/github-project-activity/benchmark`: one method, one output. */
export const model = {
  type: "@svc/github-project-activity/benchmark",
  version: "2026.11.22.1",
  resources: {
    benchmarkRun: kept("One run of a benchmark", benchmarkRunSchema),
  },
  methods: {
    record_benchmark_run: recordBenchmarkRun,
  },
};
