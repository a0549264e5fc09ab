import { createHash } from "node:crypto";
import type { MethodContext, MethodResult } from "../../platform/context.ts";
import { encodePart } from "../../platform/names.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import type { BenchmarkRun } from "./benchmark_run.ts";
import { wholeSpan } from "./span.ts";

/** A run as the person who measured it tells it. */
export interface GivenRun {
  benchmarkName: string;
  scenario: string;
  mode: string;
  startedAt?: string | undefined;
  durationMs?: number | undefined;
  exitCode?: number | undefined;
  counts: Record<string, number>;
  notes?: string | undefined;
}

/** Arguments of `record_benchmark_run`. */
export interface BenchmarkArguments {
  finishedAt?: string | undefined;
  run: GivenRun;
}

/**
 * Writes one `benchmarkRun`. Two runs of one benchmark that began at the same time are two documents,
 * unless all of them is the same.
 *
 * @throws PlatformFailure `refused` when the times contradict each other.
 */
export async function recordBenchmarkRun(
  { finishedAt, run }: BenchmarkArguments,
  { logger, writeResources }: MethodContext,
  now: Date = new Date(),
): Promise<MethodResult> {
  const span = wholeSpan({ startedAt: run.startedAt, finishedAt, durationMs: run.durationMs }, now);
  const document: BenchmarkRun = storedDocument({
    benchmarkName: run.benchmarkName,
    scenario: run.scenario,
    mode: run.mode,
    ...span,
    exitCode: run.exitCode ?? null,
    counts: sorted(run.counts),
    notes: run.notes ?? null,
  });
  const name = nameOf(document);
  const dataHandles = await writeResources("benchmarkRun", [{ name, data: document }]);
  logger.info("Recorded a run of {ms} ms as {name}", { ms: span.durationMs, name });
  return { dataHandles };
}

/** By benchmark and start, so that a list of them is in the order of time. */
function nameOf(document: BenchmarkRun): string {
  const digest = createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 12);
  const started = document.startedAt.replaceAll(/[-:]/g, "").toLowerCase();
  return `benchmarkrun.${encodePart(document.benchmarkName)}~${started}~${digest}`;
}

/** In one order: what is counted does not depend on how it was written down. */
function sorted(counts: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}
