import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import { beginRun } from "../phases/begin.ts";
import { recordRun } from "../phases/record.ts";
import { type PhasesEnd, runPhases } from "../phases/run_phases.ts";
import { lockMirror, openLocations } from "../locations/mod.ts";
import type { SyncRun } from "../run/sync_run.ts";
import type { MirrorContext } from "../context/context.ts";
import { defineMethod } from "../../platform/method.ts";

/** Why a sync stopped, in words. */
const REASONS = {
  budget: "the time limit was reached",
  "rate-limit": "the rate limit was reached",
  pages: "maxApiPages was reached",
  cancelled: "it was cancelled",
  failed: "something could not be read",
} as const satisfies Record<NonNullable<PhasesEnd["stoppedBy"]>, string>;

/** Seconds in which a sync asks and writes, unless it is told otherwise. */
const BUDGET_SECONDS = 1_500;

/**
 * Brings the mirror up to date. It goes on where the last one stopped, and stops in good order when
 * its budget or the rate limit was reached.
 *
 * @throws PlatformFailure when something cannot be read, and, with `requireComplete`, when something
 *   is left; all that was read is written before
 */
export const sync = defineMethod({
  description: "Update the mirror; continues where the last sync stopped",
  kind: "read",
  arguments: z.object({
    budgetSeconds: z.number().int().min(30).max(3300).optional().describe(
      "Time limit in seconds (default: 1500)",
    ),
    requireComplete: z.boolean().optional().describe(
      "Fail when something is left to read; what was read is still stored",
    ),
  }),
  async execute(args, context: MirrorContext) {
    const { budgetSeconds = BUDGET_SECONDS, requireComplete = false } = args;
    const places = await openLocations(context);
    await using _lock = await lockMirror(places, context.signal);
    const run = await beginRun(context, places, budgetSeconds);
    const end = await runPhases(run);
    const complete = await recordRun(run, end);
    tell(run, end, complete);
    if (end.failure !== undefined) throw end.failure;
    if (requireComplete && !complete) throw incomplete(run, end);
    return { dataHandles: run.documents.handles() };
  },
});

function tell(run: SyncRun, { stoppedBy, resumeAt }: PhasesEnd, complete: boolean): void {
  const { asking: { seen }, documents, state, context } = run;
  const { written, unchanged } = documents.counts();
  const properties = {
    requests: seen.requests,
    written: Object.values(written).reduce((sum, count) => sum + count, 0),
    unchanged,
    left: state.queue.length,
    why: REASONS[stoppedBy ?? "failed"],
    resumeAt,
  };
  const did = `{requests} ${seen.requests === 1 ? "request" : "requests"}, ` +
    "{written} documents written, {unchanged} unchanged";
  if (complete) return context.logger.info(`complete: ${did}`, properties);
  const goesOn = resumeAt === null ? "" : "; the rate limit ends at {resumeAt}";
  context.logger.warn(
    `not complete, {why}: ${did}, details of {left} pull requests and issues left to read` +
      `${goesOn}. The next sync continues here`,
    properties,
  );
}

function incomplete({ repo, state }: SyncRun, { resumeAt, stoppedBy }: PhasesEnd): PlatformFailure {
  const why = stoppedBy === null ? "" : `, ${REASONS[stoppedBy]}`;
  return new PlatformFailure("pending", {
    what: `the mirror of ${repo}`,
    reason: `it is not complete${why}; the details of ${state.queue.length} are left to read`,
    hint: resumeAt === null
      ? "Run sync again to continue"
      : `Run sync again after ${resumeAt} to continue`,
    until: resumeAt,
  });
}
