import { SvcError } from "@svc/core/error";
import { makePersonalFolder, personalFolder } from "../../repository/folder.ts";
import { writePrivate } from "../../base/files/private.ts";
import { listFolder, lstatIfPresent, readSmallFile } from "../../base/files/read.ts";
import type { Repository } from "../../repository/repository.ts";

// <config>/repositories/<copy of a repository>/links.json: with the person, as a repository that somebody
// else made must not have svc load code from elsewhere.

const FILE = "links.json";

/** Bytes of the list. */
const LARGEST = 64 * 1024;

/** Folders of extensions elsewhere that the person uses in this copy of a repository; absolute. */
export async function linkedFolders(repository: Repository): Promise<string[]> {
  const folder = await personalFolder(repository);
  const text = folder === undefined ? undefined : readSmallFile(`${folder}/${FILE}`, LARGEST);
  if (text === undefined) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list)
      ? list.filter((one) => typeof one === "string" && one.startsWith("/"))
      : [];
  } catch {
    return [];
  }
}

/** Uses the extension in a folder from now on; false when it was linked already. */
export async function linkFolder(repository: Repository, folder: string): Promise<boolean> {
  const real = await Deno.realPath(folder);
  const before = await linkedFolders(repository);
  if (before.includes(real)) return false;
  await keep(repository, [...before, real].sort());
  return true;
}

/**
 * Uses it no longer.
 *
 * @throws SvcError `not_found` for a folder that is not linked
 */
export async function unlinkFolder(repository: Repository, folder: string): Promise<string> {
  const before = await linkedFolders(repository);
  const real = await Deno.realPath(folder).catch(() => folder);
  const found = before.find((one) => one === real || one === folder);
  if (found === undefined) {
    throw new SvcError("not_found", `Link not found: ${folder} is not linked here`, {
      hint: before.length === 0 ? "Nothing is linked." : `Linked are: ${before.join(", ")}.`,
    });
  }
  await keep(repository, before.filter((one) => one !== found));
  return found;
}

async function keep(repository: Repository, folders: readonly string[]): Promise<void> {
  const folder = await makePersonalFolder(repository);
  await writePrivate(`${folder}/${FILE}`, `${JSON.stringify(folders, null, 2)}\n`);
}

/** The files of a linked extension that decide what it is; absolute, without hidden ones and packages. */
export async function linkedFiles(folder: string): Promise<string[]> {
  const found: string[] = [];
  const walk = async (at: string, depth: number): Promise<void> => {
    for (const { name, isFile, isDirectory } of await listFolder(at)) {
      if (name.startsWith(".") || name === "node_modules") continue;
      if (isDirectory && depth < 10) await walk(`${at}/${name}`, depth + 1);
      else if (isFile && /\.(ts|js|json|ya?ml)$/.test(name)) found.push(`${at}/${name}`);
    }
  };
  if ((await lstatIfPresent(folder))?.isDirectory) await walk(folder, 0);
  return found;
}
