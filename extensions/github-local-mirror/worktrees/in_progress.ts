/** What git leaves in a worktree's own folder while an operation is under way. */
const SIGNS: readonly (readonly [string, string])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase or am"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["sequencer", "cherry-pick or revert of several"],
  ["BISECT_LOG", "bisect"],
  ["BISECT_START", "bisect"],
  ["MERGE_AUTOSTASH", "merge with an autostash"],
];

/**
 * The operation that was begun and not ended, in a word; null when there is none.
 *
 * @param names what is in the worktree's own folder of the repository
 */
export function operationIn(names: Iterable<string>): string | null {
  const there = new Set(names);
  return SIGNS.find(([name]) => there.has(name))?.[1] ?? null;
}

/** Locks of a git that runs there, or that was killed. */
export function locksIn(names: Iterable<string>): string[] {
  return [...names].filter((name) => name.endsWith(".lock")).sort();
}
