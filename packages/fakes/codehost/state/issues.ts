import type { Project } from "./project.ts";
import { createRows, type Row, type Rows } from "./rows.ts";

/** A label of a project. Capitals make no difference in its name. */
export interface Label extends Row {
  project: Project;
  name: string;
  color: string;
}

/** An issue. A pull request has one, too: its number, words, labels and times are the issue's. */
export interface Issue extends Row {
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
  createdAt: string;
  updatedAt: string;
  closedAt: string | null;
  closedBy: string | null;
  /** What makes it a pull request. */
  pull?: Pull;
  /** The outcome of an issue that is not here any more. */
  gone?: "deleted" | "discussion" | { transferredTo: Issue };
}

/** A pull request. Its title, text, labels, comments, number and state are its issue's. */
export interface Pull {
  issue: Issue;
  /** Where it is to be merged. */
  project: Project;
  number: number;
  author: string;
  /** Where it comes from: the project itself or a fork; null when the fork was deleted. */
  source: Project | null;
  /** Who owned the source when it was opened. */
  sourceOwner: string;
  headRef: string;
  headSha: string;
  baseRef: string;
  /** The base branch when the head was last pushed. */
  baseSha: string;
  draft: boolean;
  merged: { at: string; by: string; sha: string } | null;
  maintainerCanModify: boolean;
  /** Logins of those asked for a review. */
  reviewers: string[];
}

/** Where a pull request comes from and goes to, and what is not as usual. */
export type NewPull =
  & Pick<Pull, "source" | "sourceOwner" | "headRef" | "headSha" | "baseRef" | "baseSha">
  & Partial<Pull>;

/** What opens an issue; the next number is its own unless one is given. */
export type NewIssue = Pick<Issue, "title" | "author" | "createdAt"> & Partial<Issue>;

/** Every issue and pull request of the host. */
export interface Issues extends Omit<Rows<Issue, Project>, "add" | "of" | "find" | "remove"> {
  open(project: Project, issue: NewIssue): Issue;
  /** Makes an issue a pull request. */
  asPull(issue: Issue, pull: NewPull): Pull;
  /** Also one that is gone. */
  find(project: Project, number: number): Issue | undefined;
  /** The pull requests of a project, oldest first. */
  pulls(project: Project): Pull[];
  /** Takes an issue away; its number is not given again. */
  remove(issue: Issue, gone: NonNullable<Issue["gone"]>): void;
}

/** A host without issues. */
export function createIssues(): Issues {
  const rows = createRows<Issue, Project>(({ project }) => project, ({ project }) => project);
  const numbered = new Map<Project, Map<number, Issue>>();
  const of = (project: Project) => {
    const known = numbered.get(project) ?? new Map<number, Issue>();
    numbered.set(project, known);
    return known;
  };
  return {
    changed: rows.changed,
    change: rows.change,
    open(project, given) {
      const issue = rows.add({
        ...{ body: null, open: true, reason: null, labels: [], assignees: [] },
        ...{ closedAt: null, closedBy: null, number: of(project).size + 1 },
        ...{ ...given, project },
      });
      of(project).set(issue.number, issue);
      return issue;
    },
    asPull: (issue, pull) =>
      issue.pull = {
        ...{ issue, project: issue.project, number: issue.number, author: issue.author },
        ...{ draft: false, merged: null, maintainerCanModify: false, reviewers: [] },
        ...pull,
      },
    find: (project, number) => of(project).get(number),
    pulls: (project) => [...of(project).values()].flatMap(({ pull }) => pull ?? []),
    remove(issue, gone) {
      issue.gone = gone;
      rows.remove(issue);
    },
  };
}

/** Something that was done to an issue or pull request and is neither a comment nor a review. */
export interface Happening extends Row {
  issue: Issue;
  /** As the API names it: `closed`, `labeled`, `head_ref_force_pushed` … */
  event: string;
  actor: string;
  createdAt: string;
  label?: Pick<Label, "name" | "color">;
  assignee?: string;
  rename?: { from: string; to: string };
  reviewer?: string;
  /** The commit it is about. */
  commit?: string;
  /** Where it was mentioned. */
  source?: Issue;
}

/** Something that somebody said. */
export interface Said extends Row {
  author: string;
  body: string;
  createdAt: string;
  updatedAt: string;
}

/** Something said below an issue or a pull request. */
export interface Comment extends Said {
  issue: Issue;
}

/** What somebody said of a pull request. */
export interface Review extends Row {
  pull: Pull;
  author: string;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "PENDING";
  body: string;
  /** The head they looked at. */
  commit: string;
  /** ISO 8601; null while it is pending. */
  at: string | null;
}

/** A remark at a line of a pull request. */
export interface ReviewComment extends Said {
  pull: Pull;
  path: string;
  line: number;
  /** The head it was made at. */
  commit: string;
  /** The review it is part of. */
  review: number | null;
  /** The first remark of its thread; undefined for that itself. */
  replyTo: number | undefined;
}
