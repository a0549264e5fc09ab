import type { Document } from "../../platform/documents/document_writer.ts";
import { keepNewest } from "../../platform/documents/keep_newest.ts";
import type { CollectionStatus, MirrorState, SyncRunSummary } from "../outputs/mirror.ts";
import { writeReferencedBy } from "../references/subject_references.ts";
import { documentName, saveRun, type SyncRun } from "../run/sync_run.ts";
import type { PhasesEnd } from "./run_phases.ts";

/**
 * Writes how the run ended, however it did: statuses of the lists, the state, the summary.
 *
 * @returns whether everything was read
 */
export async function recordRun(run: SyncRun, end: PhasesEnd): Promise<boolean> {
  const { state } = run;
  const complete = end.stoppedBy === null && end.failure === undefined &&
    end.phases.every((phase) => phase.complete) && state.queue.length === 0;
  state.runs += 1;
  state.resumeAt = end.resumeAt;
  if (complete) state.lastCompleteAt = run.startedAt;
  await writeReferencedBy(run);
  await run.documents.write([
    ...end.phases.map((phase) => statusDocument(run, phase)),
    ...end.left.map((name) =>
      statusDocument(run, { name, complete: false, items: 0, error: null })
    ),
    stateDocument(run, { complete }),
  ]);
  const summary = summaryDocument(run, end, complete);
  await run.documents.write([summary]);
  await forgetOldSummaries(run, summary.name);
  await saveRun(run);
  return complete;
}

/** Keeps the summaries of the newest runs. */
async function forgetOldSummaries(run: SyncRun, just: string): Promise<void> {
  const prefix = `${documentName(run, "syncRunSummary")}~`;
  const gone = await keepNewest(run.context, { spec: "syncRunSummary", prefix, just });
  await run.digests.forget(gone);
}

type Read = Pick<PhasesEnd["phases"][number], "name" | "complete" | "items" | "error">;

function statusDocument(run: SyncRun, phase: Read): Document {
  const { name: component, complete, items, error } = phase;
  const data: CollectionStatus = {
    repo: run.repo,
    subject: "repository",
    component,
    complete,
    itemCount: items,
    error: error && { code: error.code, message: error.message },
    at: new Date().toISOString(),
  };
  const name = documentName(run, "collectionStatus", "repository", component);
  return { spec: "collectionStatus", name, data };
}

function summaryDocument(run: SyncRun, end: PhasesEnd, complete: boolean): Document {
  const { requests, notModified, rate } = run.asking.seen;
  const { written, unchanged } = run.documents.counts();
  const more = run.errorCount - run.errors.length;
  const data: SyncRunSummary = {
    repo: run.repo,
    startedAt: run.startedAt,
    finishedAt: new Date().toISOString(),
    complete,
    stoppedBy: end.stoppedBy,
    resumeAt: end.resumeAt,
    requests,
    notModified,
    rate,
    phases: end.phases.map(({ error: _, ...phase }) => phase),
    written: { ...written },
    unchanged,
    queueLength: run.state.queue.length,
    errors: more === 0
      ? run.errors
      : [...run.errors, { what: "sync", code: "more", message: `${more} more errors` }],
  };
  // The time as a part of a name: without what a name cannot hold.
  const at = run.startedAt.toLowerCase().replaceAll(":", "-");
  return { spec: "syncRunSummary", name: documentName(run, "syncRunSummary", at), data };
}

/** Progress of the mirror, as data. */
export function stateDocument(run: SyncRun, { complete }: { complete: boolean }): Document {
  const { state, digests, startedAt } = run;
  const countOf = (spec: string) => digests.count(`${documentName(run, spec)}~`);
  const data: MirrorState = {
    repo: run.repo,
    mirrorId: state.mirrorId,
    runs: state.runs,
    counts: {
      openPrs: state.open.prs.length,
      prs: countOf("prSnapshot"),
      openIssues: state.open.issues.length,
      issues: countOf("issueSnapshot"),
    },
    openPrNumbers: state.reached.index ? [...state.open.prs] : null,
    cursors: { ...state.cursors },
    queueLength: state.queue.length,
    complete,
    lastSyncAt: startedAt,
    lastCompleteAt: state.lastCompleteAt,
    resumeAt: state.resumeAt,
    refsDigest: state.refsDigest,
    fetchedAt: new Date().toISOString(),
  };
  return { spec: "mirrorState", name: documentName(run, "mirrorState"), data };
}
