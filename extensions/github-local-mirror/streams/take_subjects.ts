import type { Document } from "../../platform/documents/document_writer.ts";
import {
  type ApiIssue,
  commonFields,
  isPull,
  issueSnapshot,
  lightPr,
  type Reading,
  readIssue,
} from "../../platform/subjects/from_api.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import type { PrSnapshot } from "../../platform/subjects/snapshots.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import { readEvents } from "../events/stored_events.ts";
import { referenceDocuments } from "../references/subject_references.ts";
import { enqueue, noteOpen } from "../run/queue.ts";
import { documentName, readEach, saveRun, type SyncRun } from "../run/sync_run.ts";

/** Issues whose events are in memory at once. */
const AT_ONCE = 25;

/** An entry of the list beside what is stored of it. */
interface Listed {
  issue: ApiIssue;
  stored: Record<string, unknown> | null;
}

/**
 * Takes a page of the list of issues and pull requests: snapshots, references, and what has to be
 * asked for in detail. Returns when all is safely written, but for the state.
 */
export async function takeSubjects(run: SyncRun, items: readonly unknown[]): Promise<void> {
  const listed = await beside(run, readEach(run, "the list of issues", items, readIssue));
  const changed = listed.filter((one) => isIssue(one) && one.stored !== null && hasChanged(one));
  const fewer = await withDeleted(run, changed.map(({ issue }) => issue));
  const queued = listed.filter((one) => queueFor(run, one, fewer));
  // The queue is safe before the documents: afterwards nobody could tell that they had changed.
  if (queued.length > 0) await saveRun(run);

  const reading = { repo: run.repo, fetchedAt: new Date().toISOString() };
  const renamed = listed.filter(saysSomethingElse);
  const stored = await readEvents(run, renamed.map(({ issue }) => subjectOf(issue)));
  const referring = renamed.map(({ issue }, index) => ({
    subject: subjectOf(issue),
    texts: { title: issue.title, body: issue.body ?? null },
    events: stored[index]!.events,
  }));
  await run.documents.write([
    ...await referenceDocuments(run, referring, reading.fetchedAt),
    ...listed.map(({ issue, stored }) => snapshotOf(run, issue, stored, reading)),
  ]);
  noteOpen(
    run.state,
    listed.map(({ issue: { number, state }, issue }) => ({
      pull: subjectOf(issue).subjectType === "pr",
      number,
      open: state === "open",
    })),
  );
}

async function beside(run: SyncRun, issues: readonly ApiIssue[]): Promise<Listed[]> {
  // A list that names a subject twice means the later entry.
  const once = [...new Map(issues.map((issue) => [issue.number, issue])).values()];
  const names = once.map((issue) => snapshotName(run, subjectOf(issue)));
  const stored = await run.context.readResources(names);
  return once.map((issue, index) => ({ issue, stored: stored[index] ?? null }));
}

/**
 * Puts into the queue what the list does not tell. Pull requests that were closed before the first
 * sync are left as the list has them, also when somebody comments on one: comments come by themselves.
 * Of an issue only deleted comments are asked for.
 *
 * @param fewer issues of which more comments are stored than there are
 */
function queueFor({ state }: SyncRun, one: Listed, fewer: ReadonlySet<number>): boolean {
  const { issue, stored } = one;
  const { number, updated_at: updatedAt } = issue;
  const open = issue.state === "open";
  if (isIssue(one)) {
    if (!fewer.has(number) && !(Number(stored?.comments) > issue.comments)) return false;
    enqueue(state, { number, want: "comments", open, updatedAt });
    return true;
  }
  const known = stored === null
    ? state.reached.index
    : stored.depth === "full" || stored.state === "open";
  const changed = hasChanged(one);
  const wanted = open ? changed || stored?.depth !== "full" : changed && known;
  if (wanted) enqueue(state, { number, want: "details", open, updatedAt });
  return wanted;
}

function isIssue({ issue }: Listed): boolean {
  return subjectOf(issue).subjectType === "issue";
}

function hasChanged({ issue, stored }: Listed): boolean {
  return stored?.updatedAt !== issue.updated_at;
}

function saysSomethingElse({ issue, stored }: Listed): boolean {
  return stored?.title !== issue.title || stored.body !== (issue.body ?? null);
}

/** Which subject an entry of the list of issues is. */
export function subjectOf(issue: ApiIssue): Subject {
  return { subjectType: isPull(issue) ? "pr" : "issue", number: issue.number };
}

/** The output of a subject's snapshot. */
function snapshotSpec({ subjectType }: Subject): "prSnapshot" | "issueSnapshot" {
  return subjectType === "pr" ? "prSnapshot" : "issueSnapshot";
}

/** The name of a subject's snapshot. */
export function snapshotName(run: Pick<SyncRun, "places">, subject: Subject): string {
  return documentName(run, snapshotSpec(subject), String(subject.number));
}

/**
 * The snapshot of an entry of the list. Of a pull request the details that are stored stay, until they
 * are asked for again.
 */
export function snapshotOf(
  run: SyncRun,
  issue: ApiIssue,
  stored: Record<string, unknown> | null,
  reading: Reading,
): Document {
  const subject = subjectOf(issue);
  const name = snapshotName(run, subject);
  if (subject.subjectType === "issue") {
    return { spec: "issueSnapshot", name, data: issueSnapshot(issue, reading) };
  }
  const light = lightPr(issue, reading);
  if (stored?.depth !== "full") return { spec: "prSnapshot", name, data: light };
  const { state, draft, mergedAt } = light;
  const data: PrSnapshot = {
    ...stored as unknown as PrSnapshot,
    ...commonFields(issue, reading),
    state,
    draft,
    mergedAt,
  };
  return { spec: "prSnapshot", name, data };
}

/**
 * Whether some comments that are stored of an issue must be gone. No list names those; that fewer are
 * counted than before is not enough, since others may have come.
 */
export function hasDeleted(events: readonly SubjectEvent[], counted: number): boolean {
  return events.filter(({ type }) => type === "commented").length > counted;
}

/** The numbers of issues of which more comments are stored than the platform counts now. */
async function withDeleted(
  run: SyncRun,
  issues: readonly ApiIssue[],
): Promise<Set<number>> {
  const found = new Set<number>();
  for (let from = 0; from < issues.length; from += AT_ONCE) {
    const some = issues.slice(from, from + AT_ONCE);
    const stored = await readEvents(run, some.map(subjectOf));
    for (const [index, { number, comments }] of some.entries()) {
      if (hasDeleted(stored[index]!.events, comments)) found.add(number);
    }
  }
  return found;
}
