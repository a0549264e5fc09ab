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
