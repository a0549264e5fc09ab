import type { Document } from "../../platform/documents/document_writer.ts";
import type { MirrorState } from "../outputs/mirror_state.ts";
import { documentName, type SyncRun } from "../run/sync_run.ts";

/** How far the mirror is, as data. */
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
