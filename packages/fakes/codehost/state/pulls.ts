import type { Issue } from "./issues.ts";
import type { Project } from "./project.ts";

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

/** Every pull request of the host. */
export interface Pulls {
  add(pull: Pull): Pull;
  find(project: Project, number: number): Pull | undefined;
  /** Those of a project, oldest first. */
  of(project: Project): Pull[];
  /** Those of any project that have not been closed. */
  open(): Pull[];
  /** Notes that a repository was deleted. */
  forget(project: Project): void;
}

/** A host without pull requests. */
export function createPulls(): Pulls {
  const projects = new Map<number, Map<number, Pull>>();
  const of = (project: Project) => [...projects.get(project.id)?.values() ?? []];
  const all = () => [...projects.values()].flatMap((one) => [...one.values()]);
  return {
    add(pull) {
      const own = projects.get(pull.project.id) ?? new Map();
      projects.set(pull.project.id, own.set(pull.number, pull));
      return pull;
    },
    find: (project, number) => projects.get(project.id)?.get(number),
    of,
    open: () => all().filter((pull) => pull.issue.open),
    forget(project) {
      projects.delete(project.id);
      for (const pull of all()) if (pull.source === project) pull.source = null;
    },
  };
}
