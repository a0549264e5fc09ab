import { infoAt } from "../../platform/info_at.ts";
import { refusedFolder } from "./folder.ts";

/**
 * The real path of a folder, made when it is absent: then only its owner may look into it.
 *
 * @param argument name of the argument, for messages
 * @throws PlatformFailure `refused` for a link or a file in its place
 */
export async function madeFolder(argument: string, path: string): Promise<string> {
  const before = await infoAt(path);
  if (before === undefined) await makeFolder(argument, path);
  const info = before ?? await infoAt(path);
  if (info?.isSymlink) {
    throw refusedFolder(argument, path, "it is a symbolic link; name the folder it leads to");
  }
  if (!info?.isDirectory) throw refusedFolder(argument, path, "it is not a folder");
  return await Deno.realPath(path);
}

/** A file or a link may stand on the way. */
async function makeFolder(argument: string, path: string): Promise<void> {
  try {
    await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory) {
      throw refusedFolder(argument, path, "something on the way to it is not a folder");
    }
    throw error;
  }
}
