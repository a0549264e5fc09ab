import * as z from "npm:zod@4.6.7";
import { apiAccount, apiNumber, apiTime } from "./api/parts.ts";
import type { PrReviewer, PrSnapshot, ReviewState } from "./snapshots.ts";

/** A review of a pull request; one that is pending has no time. */
const apiReview = z.object({
  id: apiNumber,
  user: apiAccount,
  body: z.string().nullish(),
  state: z.string().max(64),
  submitted_at: apiTime.nullish(),
  commit_id: z.string().max(64).nullish(),
  html_url: z.string().max(2048).nullish(),
});

/** A review that was checked. */
export type ApiReview = z.infer<typeof apiReview>;

/** What the reviews of a pull request say together. */
export type ReviewWords = {
  reviewers: PrReviewer[];
  reviewDecision: PrSnapshot["reviewDecision"];
};

/** The platform's words for what a review says. */
const WORDS: Readonly<Record<string, ReviewState>> = {
  approved: "approved",
  changes_requested: "changes-requested",
  commented: "commented",
  dismissed: "dismissed",
};

/**
 * One review of an answer.
 *
 * @throws ZodError for an answer of another shape.
 */
export function readReview(raw: unknown): ApiReview {
  return apiReview.parse(raw);
}

/** What a review says, in our words; null for one that is pending or of a kind that is not known. */
export function reviewWord(state: string): ReviewState | null {
  return WORDS[state.toLowerCase()] ?? null;
}

/**
 * The last word of each reviewer and what follows from them. A later comment does not take an
 * approval or a request for changes back; authors do not review themselves, and one who was asked
 * again has not answered yet.
 *
 * @param reviews oldest first, as the API lists them
 * @param pending people and teams who were asked and have not answered
 */
export function lastWords(
  reviews: readonly ApiReview[],
  author: string | null,
  pending: readonly string[],
): ReviewWords {
  const last = new Map<string, PrReviewer>();
  for (const { user, state, submitted_at, commit_id } of reviews) {
    const word = reviewWord(state);
    if (!user || user.login === author || word === null || !submitted_at) continue;
    const before = last.get(user.login)?.state;
    const keeps = word === "commented" && before !== undefined && before !== "dismissed";
    const said = keeps ? before : word;
    const sha = commit_id ?? null;
    last.set(user.login, { login: user.login, state: said, at: submitted_at, sha });
  }
  const reviewers = [...last.values()];
  const settled = reviewers.filter(({ login }) => !pending.includes(login));
  const says = (word: ReviewState) => settled.some(({ state }) => state === word);
  const reviewDecision = says("changes-requested")
    ? "changes-requested"
    : pending.length > 0
    ? "review-required"
    : says("approved")
    ? "approved"
    : null;
  return { reviewers, reviewDecision };
}
