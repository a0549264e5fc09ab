import { commitChecks } from "../../platform/commit_checks.ts";
import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import { toPullRequest } from "../../platform/pull_request.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { storedBody } from "../../platform/stored_text.ts";
import type { TriagePullRequest } from "../outputs/triage_pull_request.ts";
import { toComment } from "./comment_shape.ts";
import { newestComments } from "./comments.ts";
import { readReviews } from "./reviews.ts";

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
    reason: "its head moved twice while it was read",
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
