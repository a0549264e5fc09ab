import { UUID } from "@svc/core/name";
import { listFolder } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import type { DataOwner } from "./folder.ts";

/** Where the data of all definitions lies. */
const DATA = ".svc/data";

/** Segments of the longest type. */
const DEEPEST = 12;

/**
 * The definitions that have a folder of data, whether they are still there or not. A definition's
 * folder is known by its name, a UUID.
 *
 * @throws SvcError `conflict` where a symbolic link is in the place of a folder
 */
export function dataOwners(repository: Repository): Promise<DataOwner[]> {
  return ownersBelow(repository, DATA, 0);
}

async function ownersBelow(
  repository: Repository,
  folder: string,
  depth: number,
): Promise<DataOwner[]> {
  const owners: DataOwner[] = [];
  for (const { name, isDirectory } of await listFolder(ownPath(repository.root, folder))) {
    if (!isDirectory) continue;
    if (UUID.test(name.toLowerCase()) && depth > 0) {
      owners.push({ type: folder.slice(DATA.length + 1), id: name });
    } else if (depth < DEEPEST) {
      owners.push(...await ownersBelow(repository, `${folder}/${name}`, depth + 1));
    }
  }
  return owners;
}
