import { infoAt } from "./info_at.ts";

/**
 * The id under which a repository of ours keeps a worktree: the name of its folder below
 * `<repository>/worktrees`. A worktree's `.git` is a file that whoever works there can replace: git
 * would then follow the configuration of another repository, which may name programs to run.
 *
 * @param repository absolute path of the repository
 * @param folder absolute path of the worktree
 * @returns undefined when the folder leads elsewhere
 */
export async function ownWorktreeId(
  repository: string,
  folder: string,
): Promise<string | undefined> {
  const roots = [repository, await Deno.realPath(repository)];
  const [, root, id] = /^gitdir: (.+)\/worktrees\/([^/\n]+)\n?$/.exec(
    await contentOf(`${folder}/.git`) ?? "",
  ) ?? [];
  const own = root !== undefined && roots.includes(root) && await isKept(repository, id!);
  return own ? id : undefined;
}

/**
 * Whether a repository keeps a worktree under this id, and the notes there lead back to it: git would
 * also follow the configuration of another one that they name.
 */
export async function isKept(repository: string, id: string): Promise<boolean> {
  if (id === "." || id === "..") return false;
  const kept = `${repository}/worktrees/${id}`;
  return await isFolder(`${repository}/worktrees`) && await isFolder(kept) &&
    (await contentOf(`${kept}/commondir`))?.trim() === "../..";
}

/** The text of a regular file; undefined for anything else. */
async function contentOf(path: string): Promise<string | undefined> {
  const info = await infoAt(path);
  return info?.isFile && info.size < 10_000 ? await Deno.readTextFile(path) : undefined;
}

async function isFolder(path: string): Promise<boolean> {
  return (await infoAt(path))?.isDirectory ?? false;
}
