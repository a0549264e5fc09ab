import { infoAt } from "../info_at.ts";

/** A worktree as git knows it. */
export interface Registered {
  /** Absolute, as git wrote it down. */
  path: string;
  /** The commit checked out; null when there is none yet. */
  head: string | null;
  /** Full ref, for example `refs/heads/main`; null when detached. */
  branch: string | null;
  /** Why it is locked, perhaps empty; null when it is not. */
  lock: string | null;
}

/** Reads what `git worktree list --porcelain -z` printed, without the bare repository itself. */
export function readRegistered(output: string): Registered[] {
  return output.split("\0\0")
    .map((record) => record.split("\0").filter((line) => line !== ""))
    .filter((lines) => lines[0]?.startsWith("worktree ") && !lines.includes("bare"))
    .map(readOne);
}

function readOne(lines: readonly string[]): Registered {
  const valueOf = (key: string) => {
    const line = lines.find((one) => one === key || one.startsWith(`${key} `));
    return line === undefined ? null : line.slice(key.length + 1);
  };
  const head = valueOf("HEAD");
  return {
    path: valueOf("worktree")!,
    head: head === null || /^0*$/.test(head) ? null : head,
    branch: valueOf("branch"),
    lock: valueOf("locked"),
  };
}

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
