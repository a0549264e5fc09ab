import type { ApiPull } from "../../platform/subjects/api/pull.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { readReviewComment, reviewCommentEvent } from "../../platform/subjects/events.ts";
import { wholeList } from "../asking/pages.ts";
import { mergeEvents } from "../events/merge.ts";
import { readEach, type SyncRun } from "../run/sync_run.ts";
import { PAGES_OF_DETAILS } from "./pages_of_details.ts";
import type { Timeline } from "./timeline.ts";

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
