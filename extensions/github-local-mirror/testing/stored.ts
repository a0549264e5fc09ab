import type { Check, CheckState } from "../../platform/checks.ts";
import type { ReportContext } from "../../platform/report/context.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import type { IssueSnapshot, PrReviewer, PrSnapshot } from "../../platform/subjects/snapshots.ts";
import type { Relationship } from "../../platform/subjects/references.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import { dataReader } from "../../testing/data_reader.ts";
import type { MirrorState, SyncRunSummary } from "../outputs/mirror.ts";
import type { PrAnalysisEvidence } from "../outputs/review.ts";
import type { WorktreeAnalysis, WorktreeSnapshot } from "../outputs/worktrees.ts";
import { namesOf, sha12 } from "../reports/stored/names.ts";

/** The repository of these documents. */
export const REPO = "octocat/hello-world";

/** Its documents' names. */
export const NAMES = namesOf({ owner: "octocat", repo: "hello-world" });

/** When the mirror of a test was synced last. */
export const SYNCED = "2026-11-22T00:00:00Z";

/** A commit's id, the same for the same letter or number; ids differ in their first twelve digits. */
export function shaOf(seed: string | number): string {
  return String(seed).padStart(12, "0").padEnd(40, "0");
}

/** A document of a test: its output, the parts of its name, what it holds. */
export interface Stored {
  spec: string;
  name: string;
  data: object;
}

/** A document under the name that the mirror's methods give it. */
export function stored(spec: string, parts: readonly string[], data: object): Stored {
  return { spec, name: NAMES.of(spec, ...parts), data };
}

/** The documents as a reader gives them. */
export function readerOf(documents: readonly Stored[]) {
  return dataReader(
    new Map(documents.map(({ name, data }) => [name, data as Record<string, unknown>])),
    new Map(documents.map(({ name, spec }) => [name, spec])),
  );
}

/** A report's context over documents. */
export function reportContext(
  documents: readonly Stored[],
  { globalArgs = {}, methodArgs = {} }: Partial<ReportContext> = {},
): ReportContext {
  return {
    ...readerOf(documents),
    globalArgs: { owner: "octocat", repo: "hello-world", ...globalArgs },
    methodArgs,
  };
}

/** An open pull request whose details are known, approved by nobody. */
export function newPr(number: number, change: Partial<PrSnapshot> = {}): PrSnapshot {
  return {
    ...subjectOf(number),
    url: `https://github.com/${REPO}/pull/${number}`,
    state: "open",
    depth: "full",
    detailsOf: "2026-11-20T00:00:00Z",
    draft: false,
    base: { ref: "main", sha: shaOf("b"), repo: REPO },
    head: { ref: `topic-${number}`, sha: shaOf(number), repo: REPO },
    requestedReviewers: [],
    reviewers: [],
    reviewDecision: null,
    mergeable: true,
    maintainerCanModify: true,
    mergedAt: null,
    reviewComments: 0,
    commits: 1,
    additions: 1,
    deletions: 0,
    changedFiles: 1,
    ...change,
  };
}

/** An open issue. */
export function newIssue(number: number, change: Partial<IssueSnapshot> = {}): IssueSnapshot {
  return {
    ...subjectOf(number),
    url: `https://github.com/${REPO}/issues/${number}`,
    state: "open",
    stateReason: null,
    transferredTo: null,
    ...change,
  };
}

function subjectOf(number: number) {
  return {
    repo: REPO,
    number,
    title: `Change ${number}`,
    body: "Text",
    bodyTruncated: false,
    author: "ann",
    authorType: "user" as const,
    labels: [],
    assignees: [],
    milestone: null,
    locked: false,
    comments: 0,
    createdAt: "2026-11-20T00:00:00Z",
    updatedAt: "2026-11-20T00:00:00Z",
    closedAt: null,
    fetchedAt: SYNCED,
  };
}

/** The last word of a reviewer. */
export function newReviewer(
  login: string,
  state: PrReviewer["state"],
  sha: string | null,
): PrReviewer {
  return { login, state, at: "2026-11-21T00:00:00Z", sha };
}

/** Something that happened. */
export function newEvent(change: Partial<SubjectEvent> & { at: string }): SubjectEvent {
  return {
    id: `comment-${change.at}`,
    type: "commented",
    actor: "bob",
    actorType: "user",
    ...change,
  };
}

/** How the mirror is. */
export function newState(change: Partial<MirrorState> = {}): Stored {
  const state: MirrorState = {
    repo: REPO,
    mirrorId: "mirror-1",
    runs: 1,
    counts: { openPrs: 0, prs: 0, openIssues: 0, issues: 0 },
    openPrNumbers: null,
    cursors: { index: SYNCED, issueComments: SYNCED, reviewComments: SYNCED },
    queueLength: 0,
    complete: true,
    lastSyncAt: SYNCED,
    lastCompleteAt: SYNCED,
    resumeAt: null,
    refsDigest: null,
    fetchedAt: SYNCED,
    ...change,
  };
  return stored("mirrorState", [], state);
}

/** What a sync writes about one pull request beside its snapshot. */
export interface PrParts {
  /** The current head by the fetched ref; null for none stored. */
  headSha?: string | null;
  /** States of its checks; null for none stored. */
  checks?: readonly CheckState[] | null;
  events?: readonly SubjectEvent[];
}

/** The documents of a pull request: everything is known unless the parts say otherwise. */
export function prDocuments(pr: PrSnapshot, parts: PrParts = {}): Stored[] {
  const { headSha = pr.head?.sha ?? null, checks = ["success"], events = [] } = parts;
  const number = pr.number;
  const n = String(number);
  const documents = [stored("prSnapshot", [n], pr)];
  if (headSha !== null) {
    documents.push(stored("prHeadState", [n], {
      repo: REPO,
      number,
      headSha,
      present: true,
      fetchedAt: SYNCED,
    }));
  }
  if (headSha !== null && checks !== null) {
    documents.push(stored("checkRunSnapshot", [n, sha12(headSha)], {
      repo: REPO,
      number,
      headSha,
      checks: checks.map((state, index): Check => ({
        name: `check ${index}`,
        source: "check-run",
        state,
        url: null,
      })),
      truncated: false,
      fetchedAt: SYNCED,
    }));
  }
  if (events.length > 0) {
    documents.push(eventDocument("pr", number, events));
  }
  return documents;
}

/** One part of what happened on a subject. */
export function eventDocument(
  subjectType: "pr" | "issue",
  number: number,
  events: readonly SubjectEvent[],
  [part, parts] = [1, 1],
): Stored {
  const name = [`${subjectType}-${number}`, ...part === 1 ? [] : [String(part)]];
  const data = { repo: REPO, subjectType, number, part, parts, events, fetchedAt: SYNCED };
  return stored("activityEvent", name, data);
}

/** A worktree that is there. */
export function newWorktree(id: string, change: Partial<WorktreeSnapshot> = {}): Stored {
  const snapshot: WorktreeSnapshot = {
    repo: REPO,
    worktreeId: id,
    path: `/work/${id}`,
    branch: `review/${id}`,
    identity: null,
    prNumber: null,
    prHeadSha: null,
    headSha: shaOf(1),
    state: "present",
    outcome: "created",
    reasons: [],
    keptRefs: [],
    branchDeleted: false,
    createdAt: SYNCED,
    fetchedAt: SYNCED,
    ...change,
  };
  return stored("worktreeSnapshot", [id], snapshot);
}

/** What an analysis found out about a worktree: nothing to do, unless the change says otherwise. */
export function newAnalysis(id: string, change: Partial<WorktreeAnalysis> = {}): Stored {
  const analysis: WorktreeAnalysis = {
    repo: REPO,
    worktreeId: id,
    prNumber: null,
    prState: null,
    missing: false,
    modified: 0,
    untracked: 0,
    ignored: 0,
    ahead: 0,
    behind: 0,
    staleHead: false,
    inProgress: null,
    locked: false,
    recommendedAction: "none",
    reasons: [],
    at: SYNCED,
    ...change,
  };
  return stored("worktreeAnalysis", [id], analysis);
}

/** A sync that read everything. */
export function newRun(startedAt: string, change: Partial<SyncRunSummary> = {}): Stored {
  const run: SyncRunSummary = {
    repo: REPO,
    startedAt,
    finishedAt: SYNCED,
    complete: true,
    stoppedBy: null,
    resumeAt: null,
    requests: 7,
    notModified: 0,
    rate: null,
    phases: [],
    written: { prSnapshot: 2, issueSnapshot: 3 },
    unchanged: 0,
    queueLength: 0,
    errors: [],
    ...change,
  };
  return stored("syncRunSummary", [startedAt], run);
}

/** What one subject speaks of, `pr-1` of issue 2, for example, and who speaks of it. */
export function newReferences(
  subjectType: "pr" | "issue",
  number: number,
  references: readonly [number | string, Relationship][],
  by: readonly [Subject["subjectType"], number, Relationship][] = [],
): Stored {
  const referencedBy = by.map(([subjectType, number, relationship]) => ({
    subjectType,
    number,
    relationship,
  }));
  return stored("subjectReference", [`${subjectType}-${number}`], {
    repo: REPO,
    subjectType,
    number,
    references: references.map(([target, relationship]) => ({
      target: typeof target === "number" ? `${REPO}#${target}` : target,
      relationship,
      external: typeof target === "string",
    })),
    ...(by.length === 0 ? {} : { referencedBy }),
    fetchedAt: SYNCED,
  });
}

/** The choice of `prepare_review_context`. */
export function newSelection(subjectType: "pr" | "issue", number: number): Stored {
  return stored("reviewSelection", [], {
    repo: REPO,
    subjectType,
    number,
    headSha: null,
    worktreeIds: [],
    at: SYNCED,
  });
}

/** What a review found out about one head. */
export function newEvidence(
  number: number,
  headSha: string,
  change: Partial<PrAnalysisEvidence> = {},
): Stored {
  const evidence: PrAnalysisEvidence = {
    repo: REPO,
    number,
    headSha,
    generator: "reviewer 1.0",
    codePathWalkthrough: "It begins in `main`.",
    reviewAttentionMap: "Look at the loop.",
    evidenceRefs: ["src/main.ts:3"],
    recordedAt: SYNCED,
    ...change,
  };
  return stored("prAnalysisEvidence", [String(number), sha12(headSha)], evidence);
}
