import { apiPull } from "./api/pull.ts";
import type { ApiPull } from "./api/pull.ts";
import { commonFields, type Reading } from "./from_issue.ts";
import type { PrSnapshot } from "./pr_snapshot.ts";
import type { ReviewWords } from "./reviews.ts";

/**
 * A pull request's own page.
 *
 * @throws ZodError for an answer of another shape.
 */
export function readPull(raw: unknown): ApiPull {
  return apiPull.parse(raw);
}

/** People and teams (`team:name`) who were asked and have not answered. */
export function pendingReviewers(pull: ApiPull): string[] {
  const teams = (pull.requested_teams ?? []).map(({ slug }) => `team:${slug}`);
  return [...pull.requested_reviewers, ...teams];
}

/**
 * A pull request with all its details.
 *
 * @param words what its reviews say together; null when they were not read
 */
export function fullPr(pull: ApiPull, words: ReviewWords | null, reading: Reading): PrSnapshot {
  const mergedAt = pull.merged_at ?? null;
  return {
    ...commonFields(pull, reading),
    state: mergedAt === null ? pull.state : "merged",
    depth: "full",
    detailsOf: words === null ? null : pull.updated_at,
    draft: pull.draft ?? false,
    base: pull.base,
    head: pull.head,
    requestedReviewers: pendingReviewers(pull),
    reviewers: words?.reviewers ?? null,
    reviewDecision: words?.reviewDecision ?? null,
    mergeable: pull.mergeable ?? null,
    maintainerCanModify: pull.maintainer_can_modify ?? null,
    mergedAt,
    reviewComments: pull.review_comments,
    commits: pull.commits,
    additions: pull.additions,
    deletions: pull.deletions,
    changedFiles: pull.changed_files,
  };
}
