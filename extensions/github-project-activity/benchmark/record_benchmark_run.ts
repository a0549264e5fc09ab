import * as z from "npm:zod@4.6.7";
import { createHash } from "node:crypto";
import type { MethodContext } from "../../platform/context.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { encodePart } from "../../platform/names.ts";
import { storedDocument } from "../../platform/stored_text.ts";
import { defineMethod } from "../../platform/method.ts";
import type { BenchmarkRun } from "./benchmark_run.ts";

/** What a run is called by, where nothing else is said. */
const NAME = z.string().trim().min(1).max(100).default("default");

/**
 * Writes one `benchmarkRun`. Two runs of one benchmark that began at the same time are two documents,
 * unless all of them is the same.
 *
 * @throws PlatformFailure `refused` when the times contradict each other.
 */
export const recordBenchmarkRun = defineMethod({
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
  async execute(
    { finishedAt, run },
    { logger, writeResources }: MethodContext,
    now: Date = new Date(),
  ) {
    const span = wholeSpan(
      { startedAt: run.startedAt, finishedAt, durationMs: run.durationMs },
      now,
    );
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
  },
});

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

/** What is known of how long a run took: times ISO 8601 in UTC, milliseconds between. */
type Span = Pick<BenchmarkRun, "startedAt" | "finishedAt" | "durationMs">;

/** How far a measured duration may be from that of the times: a clock can be set while a run goes. */
const TOLERANCE = 1000;

/**
 * Completes a span from what is given: the end from the start and the duration, the duration from
 * start and end, the start from the end and the duration, which is 0 unless given. With neither end
 * nor duration, the run has ended now.
 *
 * @throws PlatformFailure `refused` when it would end before it began, or when the three contradict
 *   each other by more than a second.
 */
function wholeSpan(
  given: { [Name in keyof Span]: Span[Name] | undefined },
  now: Date,
): Span {
  const end = given.finishedAt === undefined ? undefined : Date.parse(given.finishedAt);
  const duration = given.durationMs;
  const start = given.startedAt === undefined
    ? (end ?? now.getTime()) - (duration ?? 0)
    : Date.parse(given.startedAt);
  const finish = end ?? (duration === undefined ? now.getTime() : start + duration);
  if (finish < start) {
    throw contradiction(
      `it would have ended at ${iso(finish)}, before it began at ${iso(start)}`,
      "Correct startedAt or finishedAt",
    );
  }
  const between = finish - start;
  if (duration !== undefined && Math.abs(between - duration) > TOLERANCE) {
    throw contradiction(
      `durationMs is ${duration}, but ${between} ms are between startedAt and finishedAt`,
      "Omit durationMs or finishedAt: it is computed",
    );
  }
  return { startedAt: iso(start), finishedAt: iso(finish), durationMs: duration ?? between };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

function contradiction(reason: string, hint: string): PlatformFailure {
  return new PlatformFailure("refused", { what: "the benchmark run", reason, hint });
}
