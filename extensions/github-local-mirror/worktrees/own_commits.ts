import { PlatformFailure } from "../../platform/failure.ts";
import type { Objects } from "../objects/mod.ts";
import type { Entry } from "./entries.ts";
import { gitAt, type Mirror } from "./mirror.ts";

/** Refs that keep no commit: they go with what they belong to. */
const FLEETING = ["refs/stash", "refs/bisect/*", "refs/worktree/*", "refs/rewritten/*"];

/** Commits of a worktree that no ref but its own branch has. */
export async function countOwnCommits(mirror: Mirror, entry: Entry): Promise<number> {
  const tips = await tipsOf(mirror, entry);
  return await countUnkept(mirror.objects, tips, entry.registered?.branch ?? null);
}

/**
 * Commits that can be reached from these and from no ref.
 *
 * @param except a full ref that does not count
 */
export async function countUnkept(
  objects: Objects,
  tips: readonly string[],
  except: string | null,
): Promise<number> {
  if (tips.length === 0) return 0;
  const excluded = except === null ? FLEETING : [...FLEETING, except];
  const others = [...excluded.map((ref) => `--exclude=${ref}`), "--glob=refs/*"];
  return Number(await objects.git(["rev-list", "--count", ...tips, "--not", ...others]));
}

/** What a worktree is at, and what the refs are at that go with it. */
async function tipsOf(mirror: Mirror, { registered, admin }: Entry): Promise<string[]> {
  const tips = new Set<string>();
  if (registered?.head) tips.add(registered.head);
  if (admin !== null) {
    const listed = await gitAt(mirror, admin, [
      "for-each-ref",
      "--format=%(objecttype) %(objectname)",
      "refs/worktree",
      "refs/bisect",
      "refs/rewritten",
    ]);
    for (const [, id] of listed.matchAll(/^(?:commit|tag) ([0-9a-f]+)$/gm)) tips.add(id!);
  }
  return [...tips];
}

/**
 * Keeps what is checked out without a branch, and what refs of the worktree alone hold, by refs of
 * the mirror.
 *
 * @returns the refs that were made
 */
export async function keepCommits(mirror: Mirror, entry: Entry): Promise<string[]> {
  const { objects } = mirror;
  const onBranch = entry.registered?.branch == null ? null : entry.registered.head;
  const kept: string[] = [];
  const tips = await tipsOf(mirror, entry).catch((error) => {
    // Where git may not be called, what is checked out is known all the same.
    if (error instanceof PlatformFailure) {
      return entry.registered?.head ? [entry.registered.head] : [];
    }
    throw error;
  });
  for (const tip of tips) {
    if (tip === onBranch || await countUnkept(objects, [tip], null) === 0) continue;
    // Whole: two ids that begin the same can be made on purpose.
    const ref = `refs/svc/worktrees/${entry.id}/${tip}`;
    await objects.git(["update-ref", "--end-of-options", ref, tip]);
    kept.push(ref);
  }
  return kept;
}
