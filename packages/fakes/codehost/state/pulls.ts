import type { Project } from "./project.ts";

/** Git's part of a pull request. Title, text, labels, comments and number are the emulator's issue. */
export interface Pull {
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
  open: boolean;
  draft: boolean;
  merged: { at: string; by: string; sha: string } | null;
  maintainerCanModify: boolean;
  /** Logins of those asked for a review. */
  reviewers: string[];
  /** When the head last moved, ISO 8601. */
  pushedAt: string;
}

/** Every pull request of the host. */
export interface Pulls {
  add(pull: Pull): Pull;
  find(project: Project, number: number): Pull | undefined;
  /** Those of a project, oldest first. */
  of(project: Project): Pull[];
  /** Notes that a repository was deleted. */
  forget(project: Project): void;
}

/** A host without pull requests. */
export function createPulls(): Pulls {
  const pulls = new Map<string, Pull>();
  const key = (project: Project, number: number) => `${project.id}/${number}`;
  return {
    add(pull) {
      pulls.set(key(pull.project, pull.number), pull);
      return pull;
    },
    find: (project, number) => pulls.get(key(project, number)),
    forget(project) {
      for (const [name, pull] of pulls) {
        if (pull.project === project) pulls.delete(name);
        else if (pull.source === project) pull.source = null;
      }
    },
    of: (project) => [...pulls.values()].filter((one) => one.project.id === project.id),
  };
}
