/** What a worktree holds beside its commit, counted. A folder of untracked files counts once. */
export interface Changes {
  /** Files that differ from the commit, staged or not, and conflicts. */
  modified: number;
  untracked: number;
  ignored: number;
}

/** How the changes are asked for. Into submodules git would go with their own settings. */
export const STATUS = [
  "--no-optional-locks",
  "status",
  "--porcelain=v2",
  "-z",
  "--untracked-files=normal",
  "--ignored=traditional",
  "--no-renames",
  "--ignore-submodules=dirty",
] as const;

/** Counts what `git status` with {@link STATUS} printed. */
export function countChanges(output: string): Changes {
  const changes: Changes = { modified: 0, untracked: 0, ignored: 0 };
  const fields = output.split("\0");
  for (let at = 0; at < fields.length; at++) {
    const kind = fields[at]!.slice(0, 2);
    if (kind === "? ") changes.untracked += 1;
    else if (kind === "! ") changes.ignored += 1;
    else if (kind === "1 " || kind === "u ") changes.modified += 1;
    else if (kind === "2 ") {
      changes.modified += 1;
      // A rename is followed by the path before it.
      at += 1;
    }
  }
  return changes;
}

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

/** Entries of a worktree's index that `git status` does not look into. */
export interface Unseen {
  /** Paths of submodules. */
  submodules: string[];
  /** Files that git was told not to compare: `assume-unchanged`. */
  assumed: string[];
  /** Files that git was told not to have here: `skip-worktree`, also by a sparse checkout. */
  skipped: string[];
}

/** How the entries are asked for. */
export const ENTRIES = ["ls-files", "--cached", "--stage", "-v", "-z"] as const;

/** Reads what `git ls-files` with {@link ENTRIES} printed: `<tag> <mode> <id> <stage>\t<path>`. */
export function readUnseen(output: string): Unseen {
  const unseen: Unseen = { submodules: [], assumed: [], skipped: [] };
  for (const entry of output.split("\0")) {
    const tag = entry[0] ?? "";
    const submodule = entry.startsWith("160000 ", 2);
    if (tag === "H" && !submodule) continue;
    const path = entry.slice(entry.indexOf("\t") + 1);
    if (submodule) unseen.submodules.push(path);
    if (/^[a-z]$/.test(tag)) unseen.assumed.push(path);
    if (/^s$/i.test(tag)) unseen.skipped.push(path);
  }
  return unseen;
}
