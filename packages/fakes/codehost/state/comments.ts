import type { Issue } from "./issues.ts";
import { createOrdered, type Ordered } from "./ordered.ts";
import type { Project } from "./project.ts";

/** Something said below an issue or a pull request. */
export interface Comment {
  id: number;
  issue: Issue;
  author: string;
  body: string;
  /** ISO 8601, UTC, whole seconds. */
  createdAt: string;
  updatedAt: string;
}

/** Comments on all issues. */
export interface Comments {
  add(comment: Omit<Comment, "id" | "updatedAt"> & { updatedAt?: string }): Comment;
  find(project: Project, id: number): Comment | undefined;
  /** Those of an issue, oldest first. */
  of(issue: Issue): readonly Comment[];
  /** Those of a project, by their last change. */
  all(project: Project): Ordered<Comment>;
  edit(comment: Comment, body: string, at: string): void;
  remove(comment: Comment): void;
  /** Moves what was said along with an issue that moves to another project. */
  follow(from: Issue, to: Issue): void;
  /** Takes away what was said of an issue. */
  forget(issue: Issue): void;
}

/** Nobody has said anything yet. */
export function createComments(): Comments {
  const byId = new Map<number, Comment>();
  const byIssue = new Map<Issue, Comment[]>();
  const byProject = new Map<number, Ordered<Comment>>();
  let last = 0;
  const all = (project: Project) => {
    const known = byProject.get(project.id) ?? createOrdered<Comment>();
    byProject.set(project.id, known);
    return known;
  };
  const insert = (comment: Comment) => {
    byId.set(comment.id, comment);
    const own = byIssue.get(comment.issue);
    if (own) own.push(comment);
    else byIssue.set(comment.issue, [comment]);
    all(comment.issue.project).add(comment);
    comment.issue.comments += 1;
    return comment;
  };
  const remove = (comment: Comment) => {
    const { issue } = comment;
    byId.delete(comment.id);
    byIssue.set(issue, byIssue.get(issue)!.filter((one) => one !== comment));
    all(issue.project).remove(comment);
    issue.comments -= 1;
  };
  return {
    add: (given) => insert({ updatedAt: given.createdAt, ...given, id: ++last }),
    find(project, id) {
      const found = byId.get(id);
      return found?.issue.project === project ? found : undefined;
    },
    of: (issue) => byIssue.get(issue) ?? [],
    all,
    edit(comment, body, at) {
      Object.assign(comment, { body, updatedAt: at });
      all(comment.issue.project).moved();
    },
    remove,
    follow(from, to) {
      for (const comment of byIssue.get(from) ?? []) {
        remove(comment);
        insert({ ...comment, issue: to });
      }
    },
    forget(issue) {
      for (const comment of byIssue.get(issue) ?? []) remove(comment);
    },
  };
}
