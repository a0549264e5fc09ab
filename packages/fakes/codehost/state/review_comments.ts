import { createOrdered, type Ordered } from "./ordered.ts";
import type { Project } from "./project.ts";
import type { Pull } from "./pulls.ts";

/** A remark at a line of a pull request. */
export interface ReviewComment {
  id: number;
  pull: Pull;
  author: string;
  body: string;
  path: string;
  line: number;
  /** The head it was made at. */
  commit: string;
  /** The review it is part of. */
  review: number | null;
  /** The first remark of its thread; undefined for that itself. */
  replyTo: number | undefined;
  /** ISO 8601, UTC, whole seconds. */
  createdAt: string;
  updatedAt: string;
}

/** Remarks at lines of all pull requests. */
export interface ReviewComments {
  add(comment: Omit<ReviewComment, "id" | "updatedAt"> & { updatedAt?: string }): ReviewComment;
  find(project: Project, id: number): ReviewComment | undefined;
  /** Those of a pull request, oldest first. */
  of(pull: Pull): readonly ReviewComment[];
  /** Those of a project, by their last change. */
  all(project: Project): Ordered<ReviewComment>;
  edit(comment: ReviewComment, body: string, at: string): void;
  remove(comment: ReviewComment): void;
}

/** No remarks yet. */
export function createReviewComments(): ReviewComments {
  const byId = new Map<number, ReviewComment>();
  const byPull = new Map<Pull, ReviewComment[]>();
  const byProject = new Map<number, Ordered<ReviewComment>>();
  let last = 0;
  const all = (project: Project) => {
    const known = byProject.get(project.id) ?? createOrdered<ReviewComment>();
    byProject.set(project.id, known);
    return known;
  };
  return {
    add(given) {
      const comment = { updatedAt: given.createdAt, ...given, id: ++last };
      byId.set(comment.id, comment);
      byPull.set(comment.pull, [...byPull.get(comment.pull) ?? [], comment]);
      all(comment.pull.project).add(comment);
      return comment;
    },
    find(project, id) {
      const found = byId.get(id);
      return found?.pull.project === project ? found : undefined;
    },
    of: (pull) => byPull.get(pull) ?? [],
    all,
    edit(comment, body, at) {
      Object.assign(comment, { body, updatedAt: at });
      all(comment.pull.project).moved();
    },
    remove(comment) {
      byId.delete(comment.id);
      byPull.set(comment.pull, byPull.get(comment.pull)!.filter((one) => one !== comment));
      all(comment.pull.project).remove(comment);
    },
  };
}
