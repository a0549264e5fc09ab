import type { Changes } from "./changes.ts";

/** What stands in the place of a worktree's folder. */
export type Folder =
  /** A folder that leads to this mirror's repository. */
  | "present"
  /** Nothing. */
  | "missing"
  /** A symbolic link: whatever it leads to is not touched. */
  | "link"
  /** Something that is not a worktree of this mirror, or not any more. */
  | "foreign";

/** Everything that decides about a worktree. Counts are 0 where the folder is not `present`. */
export interface Facts extends Changes {
  folder: Folder;
  /** Commit checked out; null when there is none. */
  head: string | null;
  /** Full ref; null when detached. */
  branch: string | null;
  /** Commits that no ref but the worktree's own branch has. */
  ownCommits: number;
  /** Files that git was told not to compare, so that changes in them do not show. */
  unseen: number;
  /** Submodules with files in them, which git does not look into here. */
  submodules: number;
  /** An operation that was begun and not ended. */
  inProgress: string | null;
  /** Locks of a git that runs there or was killed, for example `index.lock`. */
  locks: string[];
  /** Why the worktree is locked, perhaps empty; null when it is not. */
  lockReason: string | null;
  /** Its making was stopped before all files were there. */
  unfinished: boolean;
  /** Why something could not be found out; then the counts say nothing. */
  unchecked: string | null;
}

/** A worktree without anything of its own. */
export const UNTOUCHED: Facts = {
  folder: "present",
  head: null,
  branch: null,
  modified: 0,
  untracked: 0,
  ignored: 0,
  ownCommits: 0,
  unseen: 0,
  submodules: 0,
  inProgress: null,
  locks: [],
  lockReason: null,
  unfinished: false,
  unchecked: null,
};

/** `1 file`, `2 files`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
