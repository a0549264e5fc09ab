import { Buffer } from "node:buffer";
import { parentOf, relativeInside } from "../../../base/files/path.ts";
import { lstatIfPresent, readTextIfPresent } from "../../../base/files/read.ts";

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
    const index = await indexOf(folder);
    if (index === undefined) continue;
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

/** The list of files of the working folder that begins here. */
async function indexOf(folder: string): Promise<string | undefined> {
  const git = `${folder}/.git`;
  const info = await lstatIfPresent(git);
  if (info === undefined) return undefined;
  if (info.isDirectory) return `${git}/index`;
  // Of a second working folder, or of a submodule.
  const place = info.isFile && info.size < 10_000
    ? /^gitdir: (.+)$/m.exec(await readTextIfPresent(git) ?? "")?.[1]
    : undefined;
  if (place === undefined) return undefined;
  return `${place.startsWith("/") ? place : `${folder}/${place}`}/index`;
}
