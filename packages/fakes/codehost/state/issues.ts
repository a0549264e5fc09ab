import { createOrdered, type Ordered } from "./ordered.ts";
import type { Project } from "./project.ts";

/** A label of a project. Capitals make no difference in its name. */
export interface Label {
  id: number;
  project: Project;
  name: string;
  color: string;
  description: string | null;
}

/** An issue. A pull request has one, too: its number, words, labels and times are the issue's. */
export interface Issue {
  /** Unique on the host, and growing. */
  id: number;
  project: Project;
  number: number;
  author: string;
  title: string;
  body: string | null;
  open: boolean;
  reason: "completed" | "not_planned" | "duplicate" | "reopened" | null;
  labels: Label[];
  /** Logins. */
  assignees: string[];
  /** Times are ISO 8601, UTC, whole seconds. */
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: string | null;
  /** The outcome of an issue that is not here any more. */
  gone?: "deleted" | "discussion" | { transferredTo: Issue };
}

/** What opens an issue. */
export type NewIssue =
  & Pick<Issue, "title" | "author" | "createdAt">
  & Partial<Omit<Issue, "id" | "project" | "number">>;

/** Every issue of the host. */
export interface Issues {
  /** Opens the next issue of a project, or of the number that is given. */
  open(project: Project, issue: NewIssue, number?: number): Issue;
  /** Also one that is gone. */
  find(project: Project, number: number): Issue | undefined;
  /** Those of a project that are still there, by their last change. */
  of(project: Project): Ordered<Issue>;
  /** Notes when something about an issue changed. */
  touch(issue: Issue, at: string): void;
  /** Takes an issue away; its number is not given again. */
  remove(issue: Issue, gone: NonNullable<Issue["gone"]>): void;
}

/** Issues of one project. */
interface OfProject {
  byNumber: Map<number, Issue>;
  ordered: Ordered<Issue>;
  last: number;
}

/** A host without issues. */
export function createIssues(): Issues {
  const projects = new Map<number, OfProject>();
  let lastId = 0;
  const of = (project: Project): OfProject => {
    const known = projects.get(project.id) ??
      { byNumber: new Map(), ordered: createOrdered<Issue>(), last: 0 };
    projects.set(project.id, known);
    return known;
  };
  return {
    open(project, given, number) {
      const own = of(project);
      own.last = Math.max(own.last, number ?? own.last + 1);
      const issue: Issue = {
        ...{ body: null, open: true, reason: null, labels: [], assignees: [] },
        ...{ updatedAt: given.createdAt, closedAt: null },
        ...{ closedBy: null, ...given },
        ...{ id: ++lastId, project, number: number ?? own.last },
      };
      own.byNumber.set(issue.number, issue);
      own.ordered.add(issue);
      return issue;
    },
    find: (project, number) => of(project).byNumber.get(number),
    of: (project) => of(project).ordered,
    touch(issue, at) {
      issue.updatedAt = at;
      of(issue.project).ordered.moved();
    },
    remove(issue, gone) {
      issue.gone = gone;
      of(issue.project).ordered.remove(issue);
    },
  };
}
