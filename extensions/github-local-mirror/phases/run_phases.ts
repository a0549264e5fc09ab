import { PlatformFailure } from "../../platform/failure.ts";
import { Stop, type StopReason } from "../asking/asking.ts";
import { queueTooSoon } from "../details/too_soon.ts";
import type { SyncRunSummary } from "../outputs/mirror.ts";
import { type Phase, type PhaseEnd, recordError, type SyncRun } from "../run/sync_run.ts";
import { readPullsOnly, readStream } from "../streams/read_stream.ts";
import { takeComments, takeReviewComments } from "../streams/take_comments.ts";
import { takeSubjects } from "../streams/take_subjects.ts";
import { readDetails, readUnsettled } from "./details.ts";
import { describeFetched, fetchObjects } from "./git.ts";
import { findMissing } from "./missing.ts";
import { readRepository } from "./repository.ts";

/** How the phases ended. */
export interface PhasesEnd {
  /** Those that were not begun any more. */
  left: string[];
  phases: (SyncRunSummary["phases"][number] & { error: PlatformFailure | null })[];
  stoppedBy: StopReason | null;
  resumeAt: string | null;
  /** The first failure; the run ends with it when everything is written. */
  failure: unknown;
}

/** In this order: each needs what those before it have written. */
function phasesOf(run: SyncRun): (Phase & { asks: boolean })[] {
  const settled = new Set<number>();
  return [
    {
      name: "repository",
      asks: true,
      run: async () => ({ complete: true, items: (await readRepository(run), 1) }),
    },
    { name: "git", asks: false, run: fetchObjects },
    { name: "index", asks: true, run: readIndex },
    { name: "issueComments", asks: true, run: readComments },
    { name: "reviewComments", asks: true, run: readReviewComments },
    { name: "missing", asks: true, run: findMissing },
    {
      name: "details",
      asks: true,
      run: (run) => {
        queueTooSoon(run.state);
        for (const { number, want } of run.state.queue) if (want === "details") settled.add(number);
        return readDetails(run);
      },
    },
    { name: "checks", asks: true, run: (run) => readUnsettled(run, settled) },
    { name: "heads", asks: false, run: describeFetched },
  ];
}

/**
 * Runs the phases. What fails in one does not keep the next from running, except the first: without the
 * repository there is nothing to ask for. A used-up allowance leaves those that only need git.
 */
export async function runPhases(run: SyncRun): Promise<PhasesEnd> {
  const phases = phasesOf(run);
  const end: PhasesEnd = {
    left: [],
    phases: [],
    stoppedBy: null,
    resumeAt: null,
    failure: undefined,
  };
  for (const phase of phases) {
    if (end.stoppedBy === "rate-limit" && phase.asks) continue;
    const goesOn = await runPhase(run, phase, end);
    if (!goesOn) break;
  }
  const begun = new Set(end.phases.map(({ name }) => name));
  end.left = phases.map(({ name }) => name).filter((name) => !begun.has(name));
  return end;
}

/** Runs one phase and says whether another one can follow. */
async function runPhase(run: SyncRun, phase: Phase, end: PhasesEnd): Promise<boolean> {
  const began = performance.now();
  const before = run.asking.seen.requests;
  const told = { name: phase.name, complete: false, requests: 0, items: 0, seconds: 0 };
  const entry: PhasesEnd["phases"][number] = { ...told, error: null };
  end.phases.push(entry);
  try {
    Object.assign(entry, await phase.run(run));
    if (!entry.complete && isList(phase)) end.stoppedBy ??= "pages";
    return true;
  } catch (error) {
    return failed(run, phase, entry, error, end);
  } finally {
    entry.requests = run.asking.seen.requests - before;
    entry.seconds = Math.round((performance.now() - began) / 100) / 10;
  }
}

function failed(
  run: SyncRun,
  phase: Phase,
  entry: PhasesEnd["phases"][number],
  error: unknown,
  end: PhasesEnd,
): boolean {
  if (run.context.signal.aborted) {
    end.stoppedBy = "cancelled";
    end.failure = run.context.signal.reason ?? error;
    return false;
  }
  if (error instanceof Stop) {
    end.stoppedBy = error.reason;
    end.resumeAt = error.resumeAt;
    return error.reason === "rate-limit" && phase.name !== "repository";
  }
  end.stoppedBy ??= "failed";
  end.failure ??= error;
  if (!(error instanceof PlatformFailure)) {
    recordError(run, phase.name, "internal", String(error).slice(0, 500));
    return false;
  }
  entry.error = error;
  recordError(run, phase.name, error.code, error.message);
  return phase.name !== "repository";
}

function isList({ name }: Phase): boolean {
  return name === "index" || name.endsWith("Comments") || name === "missing";
}

const ORDER = { sort: "updated", direction: "asc" };

/** Issues and pull requests in one list; only pull requests where issues are switched off. */
async function readIndex(run: SyncRun): Promise<PhaseEnd> {
  try {
    return await readStream(run, {
      name: "index",
      what: `the issues and pull requests of ${run.repo}`,
      route: "GET /repos/{owner}/{repo}/issues",
      parameters: { ...run.target, ...ORDER, state: "all" },
      take: (items) => takeSubjects(run, items),
    });
  } catch (error) {
    if (!(error instanceof PlatformFailure && error.code === "gone")) throw error;
    run.context.logger.info("issues are disabled in {repo}; reading only pull requests", {
      repo: run.repo,
    });
    return await readPullsOnly(run);
  }
}

/** Comments of all conversations: one request for a hundred of them, not one for each subject. */
async function readComments(run: SyncRun): Promise<PhaseEnd> {
  return await readStream(run, {
    name: "issueComments",
    what: `the comments of ${run.repo}`,
    route: "GET /repos/{owner}/{repo}/issues/comments",
    parameters: { ...run.target, ...ORDER },
    take: (items) => takeComments(run, items),
  });
}

/** Comments on code. */
export async function readReviewComments(run: SyncRun): Promise<PhaseEnd> {
  return await readStream(run, {
    name: "reviewComments",
    what: `the comments on the code of ${run.repo}`,
    route: "GET /repos/{owner}/{repo}/pulls/comments",
    parameters: { ...run.target, ...ORDER },
    take: (items) => takeReviewComments(run, items),
  });
}
