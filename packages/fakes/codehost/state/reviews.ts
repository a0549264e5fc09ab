import type { Pull } from "./pulls.ts";

/** What somebody said of a pull request. */
export interface Review {
  id: number;
  author: string;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  body: string;
  /** The head they looked at. */
  commit: string;
  /** ISO 8601; null while it is pending. */
  at: string | null;
}

/** Reviews of all pull requests. */
export interface Reviews {
  add(pull: Pull, review: Omit<Review, "id">): Review;
  /** Those of a pull request, oldest first. */
  of(pull: Pull): Review[];
}

/** No reviews yet. */
export function createReviews(): Reviews {
  const all: { project: number; number: number; review: Review }[] = [];
  return {
    add(pull, given) {
      const review = { ...given, id: all.length + 1 };
      all.push({ project: pull.project.id, number: pull.number, review });
      return review;
    },
    of: (pull) =>
      all.filter((one) => one.project === pull.project.id && one.number === pull.number)
        .map(({ review }) => review),
  };
}
