import type { Client } from "../../platform/client.ts";
import { collect, type Listing, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import type { Review, ReviewState } from "../outputs/triage_pull_request.ts";
import { authorType } from "./comment_shape.ts";

/** The platform's words for what a review says; one that is still being written is left out. */
const STATES: Readonly<Record<string, ReviewState>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes-requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

/** The latest review of each person, in the order they were submitted. */
export async function readReviews(
  client: Client,
  name: RepositoryName,
  number: number,
): Promise<Listing<Review>> {
  const pages = client.pages("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", {
    ...name,
    pull_number: number,
    per_page: PER_PAGE,
  });
  const { items, truncated } = await collect(pages, (review): Review | undefined => {
    const state = STATES[review.state];
    return state && {
      author: review.user?.login ?? null,
      authorType: authorType(review.user),
      state,
      commitSha: review.commit_id,
      submittedAt: review.submitted_at ?? null,
      url: review.html_url,
    };
  });
  return { items: latestOfEach(items), truncated };
}

/**
 * One review a person: as on the platform, a comment does not take back a verdict. Reviews of
 * deleted accounts belong to nobody in particular and are all kept.
 *
 * @param reviews oldest first, as the API gives them
 */
export function latestOfEach(reviews: readonly Review[]): Review[] {
  const latest = new Map<string | Review, Review>();
  for (const review of reviews) {
    const person = review.author ?? review;
    const before = latest.get(person);
    if (before && before.state !== "commented" && review.state === "commented") continue;
    latest.delete(person);
    latest.set(person, review);
  }
  return [...latest.values()];
}
