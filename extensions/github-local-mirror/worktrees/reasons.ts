import { terminalLine } from "../../platform/terminal.ts";
import type { Changes } from "./changes.ts";

/** Why a folder is never touched, not even by force; undefined for one that may be. */
export function untouchable(facts: Facts): string | undefined {
  if (facts.folder === "link") return "its folder was replaced by a symbolic link";
  if (facts.folder === "foreign") return "its folder no longer belongs to this mirror";
  return undefined;
}

/** What would be lost with a worktree, each in words; empty when nothing would. */
export function reasonsToKeep(facts: Facts): string[] {
  return [...reasonsToLeaveAlone(facts), ...changeReasons(facts), ...losableReasons(facts)];
}

/** Why nothing may be done in a worktree now. */
export function reasonsToLeaveAlone(facts: Facts): string[] {
  const reasons: string[] = [];
  if (facts.unchecked !== null) reasons.push(`it could not be checked: ${facts.unchecked}`);
  if (facts.unfinished) reasons.push("its creation was interrupted");
  if (facts.inProgress !== null) reasons.push(`operation in progress: ${facts.inProgress}`);
  for (const lock of facts.locks) reasons.push(`git lock: ${terminalLine(lock)}`);
  if (facts.lockReason !== null) reasons.push(locked(facts.lockReason));
  return reasons;
}

/** What was changed and not committed. */
export function changeReasons(facts: Facts): string[] {
  const reasons: string[] = [];
  if (facts.modified > 0) reasons.push(counted(facts.modified, "modified file"));
  if (facts.untracked > 0) reasons.push(counted(facts.untracked, "untracked file"));
  if (facts.unseen > 0) {
    reasons.push(`${counted(facts.unseen, "file")} that git was told not to compare`);
  }
  if (facts.submodules > 0) reasons.push(`${counted(facts.submodules, "submodule")} with files`);
  return reasons;
}

function losableReasons(facts: Facts): string[] {
  const reasons: string[] = [];
  if (facts.ignored > 0) reasons.push(counted(facts.ignored, "ignored file"));
  if (facts.ownCommits > 0) {
    reasons.push(`${counted(facts.ownCommits, "commit")} on no other branch`);
  }
  return reasons;
}

function locked(reason: string): string {
  return reason === "" ? "locked" : `locked: ${terminalLine(reason).slice(0, 200)}`;
}

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
