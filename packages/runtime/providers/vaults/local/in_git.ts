import { Buffer } from "node:buffer";
import { parentOf, relativeInside } from "../../../base/files/path.ts";
import { lstatIfPresent } from "../../../base/files/read.ts";
import { gitFoldersAt } from "../../../repository/commit/git_folders.ts";

/** Bytes of an index of git; one of a million files has fewer. */
const LARGEST = 256 * 1024 * 1024;

/**
 * True when git keeps a file, so that everybody who has the repository has it, too. git's list of files is read
 * here: git itself runs programs that the configuration of a folder names. Of a list in which paths are
 * shortened (version 4), nothing is known.
 *
 * @param path absolute
 */
export async function isInGit(path: string): Promise<boolean> {
  let folder = path;
  while (folder !== "/") {
    folder = parentOf(folder);
    const gitFolders = await gitFoldersAt(folder);
    if (gitFolders === undefined) continue;
    const index = `${gitFolders.folder}/index`;
    const info = await lstatIfPresent(index);
    if (!info?.isFile || info.size > LARGEST) return false;
    return lists(await Deno.readFile(index), relativeInside(folder, path)!);
  }
  return false;
}

/** Before a path stand its length and some flags, and for some files two bytes more; a zero byte ends it. */
function lists(index: Uint8Array, path: string): boolean {
  const name = new TextEncoder().encode(`${path}\0`);
  const length = Math.min(name.length - 1, 0xfff);
  const lengthAt = (at: number) => (index[at]! << 8 | index[at + 1]!) & 0xfff;
  const bytes = Buffer.from(index.buffer, index.byteOffset, index.length);
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    if (lengthAt(at - 2) === length || lengthAt(at - 4) === length) return true;
  }
  return false;
}
