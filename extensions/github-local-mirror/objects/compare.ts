import { commitAt, isAncestor, isId, mergeBaseOf } from "../../platform/git/commits.ts";
import type { Objects } from "./repository/objects.ts";

/** What a head is compared with. */
export interface Against {
  /** The platform's `base.sha`; null when it is not known. */
  sha: string | null;
  /** Tip of the base branch; undefined when that is gone. */
  tip: string | undefined;
}

/** How a head stands to its base. */
export interface Comparison {
  /** Null when nothing was said of it, or what was said is not there. */
  baseSha: string | null;
  /** Null when they share no commit. */
  mergeBase: string | null;
  /** Ids of the commits that the base lacks, parents before children. */
  commits: string[];
}

/**
 * Compares a head with its base.
 *
 * @throws PlatformFailure `git_failed` when the head is not there
 * @returns undefined when the base is not known: nothing was said of it, and the head is part of the
 *   base branch by now
 */
export async function compareHead(
  objects: Objects,
  head: string,
  { sha, tip }: Against,
): Promise<Comparison | undefined> {
  const said = sha !== null && isId(sha) ? await commitAt(objects, sha) : undefined;
  const base = said ?? (tip && await beforeMerge(objects, tip, head));
  if (base === undefined) return undefined;
  return {
    baseSha: said ?? null,
    mergeBase: await mergeBaseOf(objects, base, head),
    commits: await listed(objects, ["--topo-order", "--reverse", head, `^${base}`]),
  };
}

/**
 * Where nothing was said, a merge commit tells what the branch was before it took the head. Undefined
 * for a head that the branch took without one.
 */
async function beforeMerge(
  objects: Objects,
  tip: string,
  head: string,
): Promise<string | undefined> {
  if (!await isAncestor(objects, head, tip)) return tip;
  const since = `${head}..${tip}`;
  const withHead = new Set(await listed(objects, ["--ancestry-path", since]));
  const branch = await listed(objects, ["--first-parent", "--parents", since]);
  const merge = branch.map((line) => line.split(" ")).findLast(([id]) => withHead.has(id!));
  const before = merge?.[1];
  return before === head ? undefined : before;
}

async function listed(objects: Objects, args: readonly string[]): Promise<string[]> {
  const lines = await objects.git(["rev-list", ...args]);
  return lines === "" ? [] : lines.trimEnd().split("\n");
}
