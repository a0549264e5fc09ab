import { ask, PlatformFailure } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import {
  commentEvent,
  readComment,
  readReviewComment,
  reviewCommentEvent,
  reviewEvent,
} from "../../platform/subjects/events.ts";
import { type ApiReview, readReview } from "../../platform/subjects/reviews.ts";
import { timelineEvent } from "../../platform/subjects/timeline.ts";
import { componentOf } from "../documents/subject_reading.ts";
import type { LedgerEvent } from "../outputs/activity_event.ts";
import type { LedgerRun } from "./run.ts";

/** Entries of one list of one subject at most. */
const MOST = 10_000;

/** The conversation of a pull request or issue. */
export async function readConversation(run: LedgerRun, number: number): Promise<LedgerEvent[]> {
  const events = await whole(
    run,
    `the comments of ${run.repo}#${number}`,
    ["GET /repos/{owner}/{repo}/issues/{issue_number}/comments", { issue_number: number }],
    (raw) => commentEvent(readComment(raw)),
  );
  return events.map(visible);
}

/** The comments on a pull request's code. */
export async function readReviewComments(run: LedgerRun, number: number): Promise<LedgerEvent[]> {
  const events = await whole(
    run,
    `the comments on the code of ${run.repo}#${number}`,
    ["GET /repos/{owner}/{repo}/pulls/{pull_number}/comments", { pull_number: number }],
    (raw) => reviewCommentEvent(readReviewComment(raw)),
  );
  return events.map(visible);
}

/** A pull request's reviews, as the API has them and as events; one that is pending is not an event. */
export async function readReviews(
  run: LedgerRun,
  number: number,
): Promise<{ reviews: ApiReview[]; events: LedgerEvent[] }> {
  const reviews = await whole(
    run,
    `the reviews of ${run.repo}#${number}`,
    ["GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", { pull_number: number }],
    readReview,
  );
  const events = reviews.map(reviewEvent).filter((event) => event !== null).map(visible);
  return { reviews, events };
}

/** A timeline without what the other lists tell. */
export async function readTimeline(run: LedgerRun, number: number): Promise<LedgerEvent[]> {
  const events = await whole(
    run,
    `the timeline of ${run.repo}#${number}`,
    ["GET /repos/{owner}/{repo}/issues/{issue_number}/timeline", { issue_number: number }],
    (raw) => timelineEvent(raw) ?? undefined,
  );
  return events.filter((event) => componentOf(event) === "timeline").map(visible);
}

/** All entries of a list. A part of one would pass for the whole, so it is none. */
async function whole<Item>(
  { client, name }: LedgerRun,
  what: string,
  [route, of]: readonly [route: string, of: object],
  keep: (raw: unknown) => Item | undefined,
): Promise<Item[]> {
  const pages = client.pages(route, { ...name, ...of, per_page: PER_PAGE });
  const { items, truncated } = await ask(what, () => collect(pages, keep, { maxItems: MOST }));
  if (!truncated) return items;
  throw new PlatformFailure("too_large", {
    what,
    reason: `there are more than ${MOST}`,
    hint: "Skip this list",
  });
}

/** What GitHub shows is there for everyone who sees the repository. */
function visible(event: SubjectEvent): LedgerEvent {
  return { ...event, visibility: "public" };
}
