import type { ReportContext } from "../../platform/report/context.ts";
import { type Subject, subjectPart } from "../../platform/subjects/subject.ts";
import { dataReader } from "../../testing/data_reader.ts";
import type { WrittenFile } from "../../testing/run.ts";
import { documentName } from "../naming/names.ts";
import type { ActivityEvent, LedgerEvent } from "../outputs/activity_event.ts";
import type { LedgerIssue, LedgerPr } from "../outputs/subjects.ts";

/** The repository of a ledger's tests. */
export const OWN = { owner: "octocat", repo: "Hello-World" };
const REPO = "octocat/Hello-World";

/** What the runs of a test share: data by name, the output of each, and files. */
export interface Ledger {
  data: Map<string, Record<string, unknown>>;
  specs: Map<string, string>;
  files: Map<string, WrittenFile>;
  /** Stores a document as a sync would. */
  put(spec: string, name: string, document: object): void;
  /** Stores a pull request or issue under the name of its number. */
  subject(snapshot: LedgerPr | LedgerIssue): void;
  /** Stores what GitHub tells of a subject, in parts of so many events. */
  events(subject: Subject, events: readonly LedgerEvent[], most?: number): void;
}

/** A ledger with these subjects. */
export function ledgerOf(...subjects: readonly (LedgerPr | LedgerIssue)[]): Ledger {
  const data: Ledger["data"] = new Map();
  const specs: Ledger["specs"] = new Map();
  const ledger: Ledger = {
    data,
    specs,
    files: new Map(),
    put(spec, name, document) {
      data.set(name, structuredClone(document) as Record<string, unknown>);
      specs.set(name, spec);
    },
    subject(snapshot) {
      const spec = "mergeConflict" in snapshot ? "prSnapshot" : "issueSnapshot";
      ledger.put(spec, documentName(spec.toLowerCase(), OWN, String(snapshot.number)), snapshot);
    },
    events(subject, events, most = 500) {
      const name = documentName("activityevent", OWN, subjectPart(subject));
      const parts = Math.max(1, Math.ceil(events.length / most));
      for (let part = 1; part <= parts; part++) {
        const document: ActivityEvent = {
          repo: REPO,
          ...subject,
          source: "github",
          part,
          parts,
          events: events.slice((part - 1) * most, part * most),
          fetchedAt: "2026-11-22T00:00:00Z",
        };
        ledger.put("activityEvent", part === 1 ? name : `${name}~${part}`, document);
      }
    },
  };
  for (const subject of subjects) ledger.subject(subject);
  return ledger;
}

/** What pull requests and issues of tests have in common: opened in 2026, nothing said since. */
const SUBJECT = {
  repo: REPO,
  title: "Say hello",
  body: null,
  bodyTruncated: false,
  author: "ada",
  authorType: "user",
  labels: [],
  assignees: [],
  milestone: null,
  locked: false,
  comments: 0,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-01T00:00:00Z",
  closedAt: null,
  fetchedAt: "2026-11-22T00:00:00Z",
  lastConversationAt: "2026-01-01T00:00:00Z",
} as const;

/** An open issue. */
export function newIssue(number: number, change: Partial<LedgerIssue> = {}): LedgerIssue {
  return {
    ...SUBJECT,
    labels: [],
    assignees: [],
    number,
    url: `https://github.com/${REPO}/issues/${number}`,
    state: "open",
    stateReason: null,
    transferredTo: null,
    ...change,
  };
}

/** An open pull request, read in full. */
export function newPr(number: number, change: Partial<LedgerPr> = {}): LedgerPr {
  return {
    ...SUBJECT,
    labels: [],
    assignees: [],
    number,
    url: `https://github.com/${REPO}/pull/${number}`,
    state: "open",
    depth: "full",
    detailsOf: null,
    draft: false,
    base: { ref: "main", sha: "b".repeat(40), repo: REPO },
    head: { ref: "hello", sha: "a".repeat(40), repo: REPO },
    requestedReviewers: [],
    reviewers: [],
    reviewDecision: null,
    mergeable: true,
    maintainerCanModify: false,
    mergedAt: null,
    reviewComments: 0,
    commits: 1,
    additions: 2,
    deletions: 1,
    changedFiles: 1,
    lastCodeChangeAt: "2026-01-01T00:00:00Z",
    mergeConflict: false,
    ...change,
  };
}

/** A public comment of a person. */
export function newEvent(at: string, change: Partial<LedgerEvent> = {}): LedgerEvent {
  return {
    id: `comment-${at}-${change.type ?? ""}-${change.actor ?? ""}`,
    type: "commented",
    actor: "ada",
    actorType: "user",
    at,
    visibility: "public",
    ...change,
  };
}

/** What a report is given over a ledger. */
export function reportContext(
  { data, specs }: Ledger,
  change: Partial<Pick<ReportContext, "globalArgs" | "methodArgs">> = {},
): ReportContext {
  return { globalArgs: { ...OWN }, methodArgs: {}, ...dataReader(data, specs), ...change };
}
