import type { PullRequestStatus } from "../outputs/pr_status.ts";

/** A review of the API, as far as it is read. */
export interface ApiReview {
  user: { login: string } | null;
  state: string;
  submitted_at?: string | undefined;
}

/** What reviews say together. */
export type ReviewSummary = Pick<
  PullRequestStatus,
  "reviewDecision" | "reviewers" | "pendingReviewers"
>;

type Word = PullRequestStatus["reviewers"][number]["state"];

const WORDS: Readonly<Record<string, Word>> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "changes-requested",
  COMMENTED: "commented",
  DISMISSED: "dismissed",
};

/**
 * The last word of each reviewer and what follows from them. A later comment does not take an
 * approval or a request for changes back; authors do not review themselves, and one who was asked
 * again has not answered yet.
 *
 * @param reviews oldest first, as the API lists them
 */
export function reviewSummary(
  reviews: readonly ApiReview[],
  author: string | null,
  pendingReviewers: string[],
): ReviewSummary {
  const last = new Map<string, Word>();
  for (const { user, state } of reviews) {
    const word = WORDS[state];
    if (user === null || user.login === author || word === undefined) continue;
    if (word === "commented" && last.has(user.login)) continue;
    last.set(user.login, word);
  }
  const reviewers = [...last].map(([login, state]) => ({ login, state }));
  const settled = reviewers.filter(({ login }) => !pendingReviewers.includes(login));
  const says = (word: Word) => (list: typeof reviewers) => list.some(({ state }) => state === word);
  const reviewDecision = says("changes-requested")(settled)
    ? "changes-requested"
    : pendingReviewers.length > 0
    ? "review-required"
    : says("approved")(settled)
    ? "approved"
    : null;
  return { reviewDecision, reviewers, pendingReviewers };
}
