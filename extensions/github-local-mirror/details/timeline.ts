import type { ApiPull } from "../../platform/subjects/api/pull.ts";
import type { SubjectEvent } from "../../platform/subjects/event.ts";
import { pendingReviewers } from "../../platform/subjects/from_pull.ts";
import { lastWords, readReview, type ReviewWords } from "../../platform/subjects/reviews.ts";
import { timelineEvent } from "../../platform/subjects/timeline.ts";
import { wholeList } from "../asking/pages.ts";
import { readEach, type SyncRun } from "../run/sync_run.ts";
import { PAGES_OF_DETAILS } from "./pages_of_details.ts";

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
    PAGES_OF_DETAILS,
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
