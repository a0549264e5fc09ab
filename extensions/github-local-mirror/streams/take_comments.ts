import type { SubjectEvent } from "../../platform/subjects/event.ts";
import {
  commentEvent,
  numberOf,
  readComment,
  readReviewComment,
  reviewCommentEvent,
} from "../../platform/subjects/events.ts";
import type { IssueSnapshot } from "../../platform/subjects/snapshots.ts";
import type { Subject } from "../../platform/subjects/subject.ts";
import { eventDocuments, mergeEvents, readEvents } from "../events/stored_events.ts";
import {
  referenceDocuments,
  type Referring,
  sameReferences,
} from "../references/subject_references.ts";
import { enqueue } from "../run/queue.ts";
import { readEach, recordError, saveRun, type SyncRun } from "../run/sync_run.ts";
import { hasDeleted, snapshotName } from "./take_subjects.ts";

/** Subjects whose events are in memory at once. */
const AT_ONCE = 25;

/** A comment of a page: of which number, and what its address says that is. */
interface Told {
  number: number;
  pull: boolean;
  event: SubjectEvent;
}

type Snapshot = Pick<IssueSnapshot, "title" | "body" | "state" | "comments" | "updatedAt">;

/** Takes a page of the comments of conversations; returns when they are safely written. */
export async function takeComments(run: SyncRun, items: readonly unknown[]): Promise<void> {
  const comments = readEach(run, "the comments", items, readComment);
  await take(
    run,
    comments.flatMap((comment) =>
      toldBy(run, comment.issue_url, comment.html_url.includes("/pull/"), commentEvent(comment))
    ),
  );
}

/** Takes a page of the comments on code; returns when they are safely written. */
export async function takeReviewComments(run: SyncRun, items: readonly unknown[]): Promise<void> {
  const comments = readEach(run, "the comments on code", items, readReviewComment);
  await take(
    run,
    comments.flatMap((comment) =>
      toldBy(run, comment.pull_request_url, true, reviewCommentEvent(comment))
    ),
  );
}

function toldBy(run: SyncRun, url: string, pull: boolean, event: SubjectEvent): Told[] {
  const number = numberOf(url);
  if (number !== null) return [{ number, pull, event }];
  recordError(run, event.id, "bad_answer", "the comment does not say what it is on");
  return [];
}

async function take(run: SyncRun, told: readonly Told[]): Promise<void> {
  const bySubject = [...Map.groupBy(told, ({ number }) => number).values()];
  for (let from = 0; from < bySubject.length; from += AT_ONCE) {
    await takeSome(run, bySubject.slice(from, from + AT_ONCE));
  }
}

async function takeSome(run: SyncRun, groups: readonly Told[][]): Promise<void> {
  const fetchedAt = new Date().toISOString();
  const subjects = await subjectsOf(run, groups);
  const stored = await readEvents(run, subjects.map(({ subject }) => subject));
  const documents = [];
  const referring: Referring[] = [];
  let queued = false;
  for (const [index, { subject, snapshot }] of subjects.entries()) {
    const before = stored[index]!;
    const events = mergeEvents(before.events, groups[index]!.map(({ event }) => event));
    documents.push(...eventDocuments(run, subject, events, before, fetchedAt));
    if (snapshot !== null && !sameReferences(run.repo, before.events, events)) {
      referring.push({ subject, texts: snapshot, events });
    }
    if (queueFor(run, subject, snapshot, { before: before.events, events })) queued = true;
  }
  // The queue is safe before the documents: afterwards nobody could tell that some were new.
  if (queued) await saveRun(run);
  await run.documents.write([
    ...await referenceDocuments(run, referring, fetchedAt),
    ...documents,
  ]);
}

/** Asks for all comments of an issue that has got new ones and now has more than were counted. */
function queueFor(
  { state }: SyncRun,
  { subjectType, number }: Subject,
  snapshot: Snapshot | null,
  { before, events }: Record<"before" | "events", readonly SubjectEvent[]>,
): boolean {
  if (subjectType === "pr" || snapshot === null || events.length === before.length) return false;
  if (!hasDeleted(events, snapshot.comments)) return false;
  const { updatedAt } = snapshot;
  enqueue(state, { number, want: "comments", open: snapshot.state === "open", updatedAt });
  return true;
}

/** What the comments are on, by what is stored; by their addresses where nothing is. */
async function subjectsOf(run: SyncRun, groups: readonly Told[][]) {
  const asPulls = groups.map(([one]) => named("pr", one!.number));
  const asIssues = groups.map(([one]) => named("issue", one!.number));
  const names = [...asPulls, ...asIssues].map((subject) => snapshotName(run, subject));
  const stored = await run.context.readResources(names) as unknown as (Snapshot | null)[];
  return groups.map(([one], index) => {
    const pull = stored[index] ?? null;
    const issue = stored[groups.length + index] ?? null;
    const isPull = pull !== null || (issue === null && one!.pull);
    return {
      subject: isPull ? asPulls[index]! : asIssues[index]!,
      snapshot: pull ?? issue,
    };
  });
}

function named(subjectType: Subject["subjectType"], number: number): Subject {
  return { subjectType, number };
}
