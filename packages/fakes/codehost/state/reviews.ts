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
  of(pull: Pull): readonly Review[];
}

/** No reviews yet. */
export function createReviews(): Reviews {
  const byPull = new Map<Pull, Review[]>();
  let last = 0;
  return {
    add(pull, given) {
      const review = { ...given, id: ++last };
      const own = byPull.get(pull);
      if (own) own.push(review);
      else byPull.set(pull, [review]);
      return review;
    },
    of: (pull) => byPull.get(pull) ?? [],
  };
}
