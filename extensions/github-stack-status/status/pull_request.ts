import { summarizeChecks } from "../../platform/checks.ts";
import type { Client } from "../../platform/client.ts";
import { commitChecks } from "../../platform/commit_checks.ts";
import { ask } from "../../platform/failure.ts";
import { collect, PER_PAGE } from "../../platform/page.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { storedText } from "../../platform/stored_text.ts";
import { lastWords, readReview } from "../../platform/subjects/reviews.ts";
import type { PullRequestStatus } from "../outputs/pr_status.ts";

/** A pull request's status, and its branch when that is in the repository itself. */
export interface ReadStatus {
  status: PullRequestStatus;
  branch: string | undefined;
}

/** Reviews of one pull request that are read at most. */
const MOST_REVIEWS = 1000;

/**
 * Reads one pull request: itself, its reviews and the checks of its head.
 *
 * @throws PlatformFailure that names it.
 */
export async function readPullRequest(
  client: Client,
  name: RepositoryName,
  number: number,
  fetchedAt: string,
): Promise<ReadStatus> {
  return await ask(`pull request #${number} of ${name.owner}/${name.repo}`, async () => {
    const one = { ...name, pull_number: number };
    const { data } = await client.request("GET /repos/{owner}/{repo}/pulls/{pull_number}", one);
    const reviews = await collect(
      client.pages("GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews", {
        ...one,
        per_page: PER_PAGE,
      }),
      readReview,
      { maxItems: MOST_REVIEWS },
    );
    const { checks } = await commitChecks(client, name, data.head.sha);
    const pending = [
      ...(data.requested_reviewers ?? []).map(({ login }) => login),
      ...(data.requested_teams ?? []).map(({ slug }) => `team:${slug}`),
    ];
    const author = data.user?.login ?? null;
    const { reviewers, reviewDecision } = lastWords(reviews.items, author, pending);
    const repo = data.base.repo.full_name;
    const status: PullRequestStatus = {
      repo,
      number,
      title: storedText(data.title),
      author,
      head: storedText(data.head.ref),
      base: storedText(data.base.ref),
      headSha: data.head.sha,
      state: data.merged_at === null ? data.state : "merged",
      draft: data.draft ?? false,
      reviewDecision,
      reviewers: reviewers.map(({ login, state }) => ({ login, state })),
      pendingReviewers: pending,
      checks: summarizeChecks(checks),
      mergeable: data.mergeable,
      url: data.html_url,
      mergedAt: data.merged_at,
      fetchedAt,
    };
    // The head of a deleted fork is in no repository.
    const own = data.head.repo?.full_name.toLowerCase() === repo.toLowerCase();
    return { status, branch: own ? status.head : undefined };
  });
}
