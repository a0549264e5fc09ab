import * as z from "npm:zod@4.6.7";
import { storedBody, storedText } from "../stored_text.ts";
import { apiAccount, apiNumber, apiTime, apiTitle } from "./api/parts.ts";
import type { SubjectEvent } from "./event.ts";
import { type Person, toPerson } from "./person.ts";
import { type ApiReview, reviewWord } from "./reviews.ts";

const commentFields = {
  id: apiNumber,
  body: z.string().nullish(),
  user: apiAccount,
  created_at: apiTime,
  updated_at: apiTime,
  html_url: z.string().max(2048),
};

/** A comment of a conversation; `issue_url` ends in the subject's number. */
const apiComment = z.object({ ...commentFields, issue_url: z.string().max(2048) });

/** A comment on code; `pull_request_url` ends in the pull request's number. */
const apiReviewComment = z.object({
  ...commentFields,
  pull_request_url: z.string().max(2048),
  path: apiTitle.nullish(),
  line: z.number().int().nullish(),
  original_line: z.number().int().nullish(),
  commit_id: z.string().max(64).nullish(),
});

/** A comment that was checked. */
export type ApiComment = z.infer<typeof apiComment>;

/** A comment on code that was checked. */
export type ApiReviewComment = z.infer<typeof apiReviewComment>;

/**
 * A comment of a conversation.
 *
 * @throws ZodError for an answer of another shape.
 */
export function readComment(raw: unknown): ApiComment {
  return apiComment.parse(raw);
}

/**
 * A comment on code.
 *
 * @throws ZodError for an answer of another shape.
 */
export function readReviewComment(raw: unknown): ApiReviewComment {
  return apiReviewComment.parse(raw);
}

/** The number at the end of an address such as `…/issues/12`; null when there is none. */
export function numberOf(url: string): number | null {
  const digits = /\/(?:issues|pulls)\/([1-9]\d{0,9})$/.exec(url)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A comment of a conversation as an event. */
export function commentEvent(comment: ApiComment): SubjectEvent {
  return { ...written(comment, `comment-${comment.id}`), type: "commented" };
}

/** A comment on code as an event. */
export function reviewCommentEvent(comment: ApiReviewComment): SubjectEvent {
  const line = comment.line ?? comment.original_line;
  return {
    ...written(comment, `review-comment-${comment.id}`),
    type: "line-commented",
    ...(comment.path ? { path: comment.path } : {}),
    ...(line ? { line } : {}),
    ...(comment.commit_id ? { sha: comment.commit_id } : {}),
  };
}

/** A review as an event; null for one that is not submitted yet. */
export function reviewEvent(review: ApiReview): SubjectEvent | null {
  if (!review.submitted_at) return null;
  return {
    id: `review-${review.id}`,
    type: "reviewed",
    ...actorOf(toPerson(review.user)),
    at: review.submitted_at,
    ...bodyOf(review.body),
    state: reviewWord(review.state) ?? storedText(review.state.toLowerCase()),
    ...(review.commit_id ? { sha: review.commit_id } : {}),
    ...(review.html_url ? { url: review.html_url } : {}),
  };
}

/** Login and kind of who did it. */
export function actorOf({ login, type }: Person): Pick<SubjectEvent, "actor" | "actorType"> {
  return { actor: login, actorType: type };
}

/** A text of an event, where there is one. */
export function bodyOf(
  text: string | null | undefined,
): Pick<SubjectEvent, "body" | "bodyTruncated"> {
  if (!text) return {};
  const { body, bodyTruncated } = storedBody(text);
  return { body: body!, ...(bodyTruncated ? { bodyTruncated } : {}) };
}

function written(comment: ApiComment | ApiReviewComment, id: string) {
  const { created_at, updated_at } = comment;
  return {
    id,
    ...actorOf(toPerson(comment.user)),
    at: created_at,
    ...(updated_at === created_at ? {} : { updatedAt: updated_at }),
    ...bodyOf(comment.body),
    url: comment.html_url,
  };
}
