import { PlatformFailure } from "../../platform/failure.ts";
import type { Mirror } from "./mirror.ts";

/**
 * Makes sure that a worktree's folder is free, also where a file system ignores case.
 *
 * @throws PlatformFailure `already_exists` that names what is there
 */
export async function assertFree({ objects }: Mirror, id: string): Promise<void> {
  const { workspaces } = objects.places;
  for await (const { name } of Deno.readDir(workspaces)) {
    if (name.normalize("NFKC").toLowerCase() !== id) continue;
    throw new PlatformFailure("already_exists", {
      reason: `${workspaces} holds ${JSON.stringify(name)}, which is not a worktree of the mirror`,
      hint: "Look what it is and move it away, then run again",
    });
  }
}

/**
 * Makes sure that a folder that was just made is a real one in its place.
 *
 * @throws PlatformFailure `refused`
 */
export async function assertInPlace({ objects }: Mirror, path: string): Promise<void> {
  const { workspaces } = objects.places;
  const info = await Deno.lstat(path);
  const real = await Deno.realPath(path);
  const below = real === path && real.startsWith(`${workspaces}/`) &&
    !real.slice(workspaces.length + 1).includes("/");
  if (info.isDirectory && !info.isSymlink && below) return;
  throw new PlatformFailure("refused", {
    reason: `${path} is not in ${workspaces}: it leads to ${real}`,
    hint: "Look who put a link there",
  });
}
