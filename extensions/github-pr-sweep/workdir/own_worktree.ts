import { PlatformFailure } from "../../platform/failure.ts";

/**
 * Looks whether a worktree still leads to the sweep's repository. Its `.git` is a file that whoever
 * works there can replace: git would then follow the configuration of another repository, which may
 * name programs to run, with the token at hand.
 *
 * @param repository absolute path of the sweep's repository
 * @throws PlatformFailure `refused` when it leads elsewhere.
 */
export async function assertOwnWorktree(repository: string, folder: string): Promise<void> {
  const roots = [repository, await Deno.realPath(repository)];
  const [, root, id] = /^gitdir: (.+)\/worktrees\/([^/\n]+)\n?$/.exec(
    await contentOf(`${folder}/.git`) ?? "",
  ) ?? [];
  const kept = `${repository}/worktrees/${id}`;
  const own = root !== undefined && roots.includes(root) && id !== "." && id !== ".." &&
    await isFolder(`${repository}/worktrees`) && await isFolder(kept) &&
    (await contentOf(`${kept}/commondir`))?.trim() === "../..";
  if (own) return;
  throw new PlatformFailure("refused", {
    reason: `${folder} is no worktree of the sweep any more: its .git leads elsewhere`,
    hint: "Keep what you need of it, move it away, then run again",
  });
}

/** The text of a regular file; undefined for anything else. */
async function contentOf(path: string): Promise<string | undefined> {
  const info = await Deno.lstat(path).catch(unlessAbsent);
  return info?.isFile && info.size < 10_000 ? await Deno.readTextFile(path) : undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await Deno.lstat(path).catch(unlessAbsent))?.isDirectory ?? false;
}

function unlessAbsent(error: unknown): undefined {
  if (error instanceof Deno.errors.NotFound) return undefined;
  throw error;
}
