import type { Pull } from "./pulls.ts";

/** A remark at a line of a pull request. */
export interface ReviewComment {
  id: number;
  author: string;
  body: string;
  path: string;
  line: number;
  /** The head it was made at. */
  commit: string;
  /** The first remark of its thread; undefined for that itself. */
  replyTo: number | undefined;
  /** ISO 8601. */
  at: string;
}

/** Remarks at lines of all pull requests. */
export interface ReviewComments {
  add(pull: Pull, comment: Omit<ReviewComment, "id">): ReviewComment;
  /** Those of a pull request, oldest first. */
  of(pull: Pull): ReviewComment[];
}

/** No remarks yet. */
export function createReviewComments(): ReviewComments {
  const all: { project: number; number: number; comment: ReviewComment }[] = [];
  return {
    add(pull, given) {
      const comment = { ...given, id: all.length + 1 };
      all.push({ project: pull.project.id, number: pull.number, comment });
      return comment;
    },
    of: (pull) =>
      all.filter((one) => one.project === pull.project.id && one.number === pull.number)
        .map(({ comment }) => comment),
  };
}
