import { PlatformFailure } from "../../../platform/failure.ts";
import { infoAt } from "../../../platform/info_at.ts";

/** Folders of a bare repository that are to be its own. */
const FOLDERS = ["objects", "refs"];

/** What would be followed or taken along from elsewhere. */
const FOREIGN = [
  "commondir",
  "gitdir",
  "shallow",
  "info/grafts",
  "objects/info/alternates",
  "objects/info/http-alternates",
];

/** What may not be a link when it is there. */
const NO_LINKS = [
  "HEAD",
  "config",
  "packed-refs",
  "info",
  "hooks",
  "logs",
  "worktrees",
  "objects/info",
  "objects/pack",
  "refs/heads",
  "refs/remotes",
  "refs/tags",
  "refs/svc",
];

/**
 * Makes sure that a bare repository holds its own objects and refs, and takes none from elsewhere.
 *
 * @throws PlatformFailure `refused` that names what is wrong
 */
export async function assertOwnLayout(path: string): Promise<void> {
  for (const name of FOLDERS) {
    if (!(await infoAt(`${path}/${name}`))?.isDirectory) {
      throw refused(path, `${name} is not a folder`);
    }
  }
  for (const name of FOREIGN) {
    if (await infoAt(`${path}/${name}`) === undefined) continue;
    throw refused(path, `${name} is there, and leads to another repository or cuts the history`);
  }
  for (const name of NO_LINKS) {
    if ((await infoAt(`${path}/${name}`))?.isSymlink) throw refused(path, `${name} is a link`);
  }
}

function refused(path: string, reason: string): PlatformFailure {
  return new PlatformFailure("refused", {
    reason: `The object repository ${path} may not be used: ${reason}`,
    hint: "Put it right, or name an empty folder as 'gitObjectPath' and sync again",
  });
}
