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
