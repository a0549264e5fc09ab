import * as z from "npm:zod@4.6.7";
import { PlatformFailure } from "../../platform/failure.ts";
import type { ApiPull } from "../../platform/subjects/api/pull.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { readReviewComment, reviewCommentEvent } from "../../platform/subjects/events.ts";
import { fullPr, readPull } from "../../platform/subjects/from_pull.ts";
import type { PrSnapshot } from "../../platform/subjects/pr_snapshot.ts";
import { wholeList } from "../asking/pages.ts";
import { mergeEvents } from "../events/merge.ts";
import { eventDocuments, readEvents } from "../events/stored_events.ts";
import { describeAgain } from "../objects/mod.ts";
import { referenceDocuments } from "../references/changed_references.ts";
import { noteOpen } from "../run/open_numbers.ts";
import { documentName, readEach, reasonOf, type SyncRun } from "../run/sync_run.ts";
import { areUnsettled, checksOf, noteUnsettled } from "./checks.ts";
import { PAGES_OF_DETAILS } from "./pages_of_details.ts";
import { subjectStatuses } from "./subject_status.ts";
import { readTimeline, type Timeline } from "./timeline.ts";
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
  const what = `${run.repo}#${number}`;
  const { data } = await run.asking.get(what, "GET /repos/{owner}/{repo}/pulls/{pull_number}", {
    ...run.target,
    pull_number: number,
  });
  try {
    return readPull(data);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new PlatformFailure("unavailable", { what, reason: reasonOf(error) });
  }
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
export async function pullEvents(
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
    PAGES_OF_DETAILS,
  );
  return readEach(run, what, items, readReviewComment).map(reviewCommentEvent);
}

function isOnCode(id: string): boolean {
  return id.startsWith("review-comment-");
}
