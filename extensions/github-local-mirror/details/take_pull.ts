import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { readReviewComment, reviewCommentEvent } from "../../platform/subjects/events.ts";
import {
  type ApiPull,
  fullPr,
  pendingReviewers,
  readPull,
} from "../../platform/subjects/from_api.ts";
import type { PrSnapshot } from "../../platform/subjects/snapshots.ts";
import { lastWords, readReview, type ReviewWords } from "../../platform/subjects/reviews.ts";
import { timelineEvent } from "../../platform/subjects/timeline.ts";
import { wholeList } from "../asking/asking.ts";
import { eventDocuments, mergeEvents, readEvents } from "../events/stored_events.ts";
import { describeAgain } from "../objects/mod.ts";
import { referenceDocuments } from "../references/subject_references.ts";
import { noteOpen } from "../run/queue.ts";
import { documentName, readEach, type SyncRun } from "../run/sync_run.ts";
import { areUnsettled, checksOf, noteUnsettled } from "./checks.ts";
import { subjectStatuses } from "./subject_status.ts";
import { noteReading, readingBegins } from "./too_soon.ts";

/**
 * Reads all of one pull request and writes it: its page, timeline with reviews, checks and references.
 *
 * @throws PlatformFailure when something of it cannot be read; nothing is written then
 */
export async function takePull(run: SyncRun, number: number): Promise<void> {
  const began = readingBegins(run);
  const pull = await askPull(run, number);
  const subject = { subjectType: "pr", number } as const;
  const name = documentName(run, "prSnapshot", String(number));
  const [timeline, checks, [stored], [before]] = await Promise.all([
    readTimeline(run, number),
    checksOf(run, number, pull.head.sha),
    readEvents(run, [subject]),
    run.context.readResources([name]),
  ]);
  const events = await pullEvents(run, pull, stored!.events, timeline);

  const fetchedAt = new Date().toISOString();
  const snapshot = fullPr(pull, timeline.words(pull), { repo: run.repo, fetchedAt });
  // Before the snapshot: afterwards nobody could tell that the base was another one.
  if (hasOtherBase(before ?? null, snapshot)) await describeAgain(run, [number]);
  await run.documents.write([
    { spec: "prSnapshot", name, data: snapshot },
    ...eventDocuments(run, subject, events, stored!, fetchedAt),
    ...await referenceDocuments(run, [{ subject, texts: snapshot, events }], fetchedAt),
    ...checks.document === null ? [] : [checks.document],
    ...await subjectStatuses(run, subject, [
      list("timeline", timeline.events.length, timeline.truncated),
      list("checks", checks.checks.length, checks.truncated),
    ]),
  ]);

  const open = snapshot.state === "open";
  noteOpen(run.state, [{ pull: true, number, open }]);
  const unsettled = areUnsettled(run, checks.checks, snapshot.updatedAt) || pull.mergeable === null;
  noteUnsettled(run, number, open && unsettled);
  noteReading(run, number, { updatedAt: snapshot.updatedAt, began });
}

/**
 * A pull request's own page.
 *
 * @throws PlatformFailure `unavailable` for an answer of another shape
 */
export async function askPull(run: SyncRun, number: number): Promise<ApiPull> {
  return await run.asking.by(`${run.repo}#${number}`, async (client) => {
    const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
    const { data } = await client.request(route, { ...run.target, pull_number: number });
    return readPull(data);
  });
}

function hasOtherBase(before: Record<string, unknown> | null, { base }: PrSnapshot): boolean {
  const was = (before as PrSnapshot | null)?.base ?? null;
  return was !== null && was.ref !== base?.ref;
}

function list(component: string, itemCount: number, truncated: boolean) {
  return { component, complete: !truncated, itemCount, error: null };
}

/**
 * All events of a pull request. A comment that is stored and not on the platform any more goes away:
 * one of the conversation when the timeline is whole and has as many as the platform counts, those on
 * code are listed again when more are stored than the platform counts.
 */
async function pullEvents(
  run: SyncRun,
  pull: ApiPull,
  stored: readonly SubjectEvent[],
  { events: fresh, truncated }: Timeline,
): Promise<SubjectEvent[]> {
  const talks = fresh.filter(({ type }) => type === "commented").length;
  const known = new Set(fresh.map(({ id }) => id));
  const kept = stored.filter(({ id }) => {
    if (known.has(id) || isOnCode(id)) return true;
    return truncated || (id.startsWith("comment-") && talks !== pull.comments);
  });
  const merged = mergeEvents(kept, fresh);
  const onCode = merged.filter(({ id }) => isOnCode(id)).length;
  if (pull.review_comments === null || onCode <= pull.review_comments) return merged;
  const others = merged.filter(({ id }) => !isOnCode(id));
  return mergeEvents(others, await commentsOnCode(run, pull.number));
}

async function commentsOnCode(run: SyncRun, number: number): Promise<SubjectEvent[]> {
  const what = `the comments on the code of ${run.repo}#${number}`;
  const { items } = await wholeList(
    run.asking,
    what,
    "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments",
    { ...run.target, pull_number: number },
  );
  return readEach(run, what, items, readReviewComment).map(reviewCommentEvent);
}

function isOnCode(id: string): boolean {
  return id.startsWith("review-comment-");
}

/** The timeline of a pull request. */
export interface Timeline {
  events: SubjectEvent[];
  /** True when it has more entries than are read. */
  truncated: boolean;
  /** What its reviews say together; the timeline tells of each, so they are not listed again. */
  words(pull: ApiPull): ReviewWords;
}

/** Reads the timeline of a pull request. */
export async function readTimeline(run: SyncRun, number: number): Promise<Timeline> {
  const what = `the timeline of ${run.repo}#${number}`;
  const { items, truncated } = await wholeList(
    run.asking,
    what,
    "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline",
    { ...run.target, issue_number: number },
  );
  const reviews = readEach(run, what, items.filter(isReview), readReview);
  return {
    events: readEach(run, what, items, timelineEvent).filter((one) => one !== null),
    truncated,
    words: (pull) => lastWords(reviews, pull.user?.login ?? null, pendingReviewers(pull)),
  };
}

function isReview(item: unknown): boolean {
  return (item as { event?: unknown } | null)?.event === "reviewed";
}
