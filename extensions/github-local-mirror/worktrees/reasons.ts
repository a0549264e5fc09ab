import { terminalLine } from "../../platform/terminal.ts";
import { counted, type Facts } from "./facts.ts";

/** Why a folder is never touched, not even by force; undefined for one that may be. */
export function untouchable(facts: Facts): string | undefined {
  if (facts.folder === "link") return "its folder was replaced by a symbolic link";
  if (facts.folder === "foreign") return "its folder does not lead to this mirror any more";
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
  if (facts.unfinished) reasons.push("its making was interrupted");
  if (facts.inProgress !== null) reasons.push(`operation under way: ${facts.inProgress}`);
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
