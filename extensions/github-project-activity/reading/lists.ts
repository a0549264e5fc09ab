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
  const what = `the comments of ${run.repo}#${number}`;
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
  const pages = run.client.pages(route, {
    ...run.name,
    issue_number: number,
    per_page: PER_PAGE,
  });
  return (await whole(what, pages, (raw) => commentEvent(readComment(raw)))).map(visible);
}

/** The comments on a pull request's code. */
export async function readReviewComments(run: LedgerRun, number: number): Promise<LedgerEvent[]> {
  const what = `the comments on the code of ${run.repo}#${number}`;
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments";
  const pages = run.client.pages(route, {
    ...run.name,
    pull_number: number,
    per_page: PER_PAGE,
  });
  return (await whole(what, pages, (raw) => reviewCommentEvent(readReviewComment(raw))))
    .map(visible);
}

/** A pull request's reviews, as the API has them and as events; one that is pending is not an event. */
export async function readReviews(
  run: LedgerRun,
  number: number,
): Promise<{ reviews: ApiReview[]; events: LedgerEvent[] }> {
  const what = `the reviews of ${run.repo}#${number}`;
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews";
  const pages = run.client.pages(route, {
    ...run.name,
    pull_number: number,
    per_page: PER_PAGE,
  });
  const reviews = await whole(what, pages, readReview);
  const events = reviews.map(reviewEvent).filter((event) => event !== null).map(visible);
  return { reviews, events };
}

/** A timeline without what the other lists tell. */
export async function readTimeline(run: LedgerRun, number: number): Promise<LedgerEvent[]> {
  const what = `the timeline of ${run.repo}#${number}`;
  const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/timeline";
  const pages = run.client.pages(route, {
    ...run.name,
    issue_number: number,
    per_page: PER_PAGE,
  });
  const events = await whole(what, pages, (raw) => timelineEvent(raw) ?? undefined);
  return events.filter((event) => componentOf(event) === "timeline").map(visible);
}

type Pages = AsyncIterable<{ data: unknown[]; headers: { link?: string | undefined } }>;

/** All entries of a list. A part of one would pass for the whole, so it is none. */
async function whole<Item>(
  what: string,
  pages: Pages,
  keep: (raw: unknown) => Item | undefined,
): Promise<Item[]> {
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
