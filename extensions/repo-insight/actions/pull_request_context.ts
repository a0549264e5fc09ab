import type { Client } from "../../platform/client.ts";
import { commitChecks } from "../../platform/commit_checks.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { collect, type Listing, PER_PAGE } from "../../platform/page.ts";
import { toPullRequest } from "../../platform/pull_request.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { storedBody } from "../../platform/stored_text.ts";
import type { Review, ReviewState, TriagePullRequest } from "../outputs/triage_pull_request.ts";
import { authorType, toComment } from "./comment_shape.ts";
import { newestComments } from "./comments.ts";

/** A pull request as the API gives it. */
export type ApiPullRequest = Awaited<ReturnType<typeof readPullRequest>>;

/** Reads one pull request. */
export async function readPullRequest(client: Client, name: RepositoryName, number: number) {
  const route = "GET /repos/{owner}/{repo}/pulls/{pull_number}";
  return (await client.request(route, { ...name, pull_number: number })).data;
}

/**
 * Reads a pull request with its checks, reviews and newest comments. All of it is about one head:
 * when somebody pushes meanwhile it is read again.
 *
 * @throws PlatformFailure `conflict` when the head moved during the second reading, too.
 */
export async function readPullRequestContext(
  client: Client,
  name: RepositoryName,
  number: number,
  maxComments: number,
): Promise<TriagePullRequest> {
  for (let reading = 1; reading <= 2; reading++) {
    const context = await readOnce(client, name, number, maxComments);
    const after = await readPullRequest(client, name, number);
    if (after.head.sha === context.headSha) return context;
  }
  throw new PlatformFailure("conflict", {
    reason: "its head changed twice while it was read",
    hint: "Run again when nobody is pushing",
  });
}

async function readOnce(
  client: Client,
  name: RepositoryName,
  number: number,
  maxComments: number,
): Promise<TriagePullRequest> {
  const pull = await readPullRequest(client, name, number);
  const [reviews, checks, comments] = [
    await readReviews(client, name, number),
    await commitChecks(client, name, pull.head.sha),
    await newestComments(client, name, number, maxComments),
  ];
  return {
    repo: `${name.owner}/${name.repo}`,
    ...toPullRequest(pull),
    baseSha: pull.base.sha,
    ...storedBody(pull.body),
    mergeable: pull.mergeable,
    mergeableState: pull.mergeable_state,
    reviews: reviews.items,
    requestedReviewers: [
      ...(pull.requested_reviewers ?? []).map((person) => person.login),
      ...(pull.requested_teams ?? []).map((team) => team.slug),
    ],
    checks: checks.checks,
    commentCount: pull.comments,
    comments: comments.items.map(toComment),
    truncated: reviews.truncated || checks.truncated || comments.truncated,
    watch: null,
    fetchedAt: new Date().toISOString(),
  };
}

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
function latestOfEach(reviews: readonly Review[]): Review[] {
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
