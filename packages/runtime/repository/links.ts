import { SvcError } from "@svc/core/error";
import { lstatIfPresent } from "../base/files/read.ts";

/**
 * Refuses to write through a symbolic link: one that came with a repository may lead anywhere.
 *
 * @throws SvcError `conflict` naming the link
 */
export async function refuseLink(path: string): Promise<void> {
  if ((await lstatIfPresent(path))?.isSymlink) throw linked(path);
}

/**
 * `folder/inside`, once it is sure that no part of `inside` is a symbolic link: svc itself may read
 * and write everything the person can, so a link that came with a repository would have it hand out
 * or change files elsewhere. Parts that do not exist are fine.
 *
 * Not asynchronous, as it is asked for every item of a list.
 *
 * @throws SvcError `conflict` naming the link
 */
export function ownPath(folder: string, inside: string): string {
  let path = folder;
  let there = true;
  for (const part of inside.split("/")) {
    path += `/${part}`;
    if (!there) continue;
    try {
      if (Deno.lstatSync(path).isSymlink) throw linked(path);
    } catch (error) {
      if (error instanceof SvcError) throw error;
      // What is below is missing, too.
      there = false;
    }
  }
  return path;
}

/** The folders of a repository that svc reads and writes by itself. */
const FOLDERS = [".svc", "behaviors", "extensions", "vaults"];

/**
 * Refuses a repository in which a symbolic link is in the place of one of svc's folders, or right in
 * `.svc`. Deeper ones are found where they are met, see {@linkcode ownPath}.
 *
 * @throws SvcError `conflict` naming the link
 */
export function assertNoLinks(root: string): void {
  for (const folder of FOLDERS) ownPath(root, folder);
  for (const { name, isSymlink } of entriesOf(`${root}/.svc`)) {
    if (isSymlink) throw linked(`${root}/.svc/${name}`);
  }
}

function entriesOf(folder: string): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch {
    // Whoever needs something in it will say what is wrong.
    return [];
  }
}

function linked(path: string): SvcError {
  return new SvcError("conflict", `${path} is a symbolic link, which svc does not follow there`, {
    hint: "svc does not create such links. Delete it unless you created it.",
  });
}
