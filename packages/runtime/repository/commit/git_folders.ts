import { parentOf } from "../../base/files/path.ts";
import { lstatIfPresent, readSmallFile } from "../../base/files/read.ts";

/** Where git keeps what belongs to a working folder. Paths are absolute. */
export interface GitFolders {
  /** The working folder. */
  top: string;
  /** Holds its `HEAD` and its list of files. */
  folder: string;
  /** Holds branches and objects: the same, but for a second working folder of a repository. */
  common: string;
}

/** Bytes of a file of git that holds one line. */
const LONGEST = 10_000;

/** What git keeps of the working folder that begins at `top`; undefined where none begins. */
export async function gitFoldersAt(top: string): Promise<GitFolders | undefined> {
  const git = `${top}/.git`;
  const info = await lstatIfPresent(git);
  if (info?.isDirectory) return { top, folder: git, common: git };
  if (!info?.isFile) return undefined;
  // Of a second working folder, or of a submodule.
  const named = /^gitdir: (.+)$/m.exec(readSmallFile(git, LONGEST) ?? "")?.[1];
  if (named === undefined) return undefined;
  const folder = from(top, named);
  const common = readSmallFile(`${folder}/commondir`, LONGEST)?.trim();
  return { top, folder, common: common === undefined ? folder : from(folder, common) };
}

/** What git keeps of the working folder that a folder is in. */
export async function gitFoldersOf(folder: string): Promise<GitFolders | undefined> {
  for (let top = folder;; top = parentOf(top)) {
    const gitFolders = await gitFoldersAt(top);
    if (gitFolders !== undefined || top === "/") return gitFolders;
  }
}

function from(folder: string, path: string): string {
  return path.startsWith("/") ? path : `${folder}/${path}`;
}
