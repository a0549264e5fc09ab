import { entriesNow, readSmallFile } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { numbersInOrder, ORDER_FILE } from "./order.ts";

/** A definition's data: what its runs write, by name and version. */
export interface DataOwner {
  /** Normalized type. */
  type: string;
  /** Id of the definition. */
  id: string;
}

/** Highest version number ever given to a name whose newest versions were deleted. */
export const HIGH_WATER = ".last";

/**
 * The folder of a definition's data.
 *
 * @throws SvcError `conflict` where a symbolic link is in its place, as every function here.
 */
export function ownerFolder(repository: Repository, owner: DataOwner): string {
  return ownPath(repository.root, `.svc/data/${owner.type}/${owner.id}`);
}

/** The folder of a data item, whether it exists or not. `name` is a plain path segment. */
export function itemFolder(repository: Repository, owner: DataOwner, name: string): string {
  return ownPath(ownerFolder(repository, owner), name);
}

/** The file that holds the content of a version. */
export function contentFile(
  repository: Repository,
  owner: DataOwner,
  name: string,
  version: number,
): string {
  return ownPath(itemFolder(repository, owner, name), `${version}/raw`);
}

/** The names of a definition's data items, or of those that begin like this, sorted. */
export function namesIn(folder: string, prefix = ""): string[] {
  // No data name holds two dots in a row; what svc keeps beside the items does.
  return entriesNow(folder)
    .flatMap(({ isDirectory, name }) =>
      isDirectory && name.startsWith(prefix) && !name.includes("..") ? [name] : []
    )
    .sort();
}

/** The highest number of a version; folders named by more digits are none. */
export const HIGHEST_VERSION = 999_999_999_999_999;

/**
 * The numbers of the versions in an item's folder, in the order in which they were written: ascending,
 * but for those that another machine overtook. The last one is the latest.
 */
export function versionsIn(folder: string): number[] {
  const entries = entriesNow(folder);
  const numbers = entries
    .flatMap(({ isDirectory, name }) =>
      isDirectory && /^[1-9]\d{0,14}$/.test(name) ? [Number(name)] : []
    )
    .sort((a, b) => a - b);
  return entries.some(({ name }) => name === ORDER_FILE)
    ? numbersInOrder(folder, numbers)
    : numbers;
}

/** The highest number that a name of these versions has ever had, 0 for none. */
export function highestGiven(folder: string, versions: readonly number[]): number {
  const text = readSmallFile(`${folder}/${HIGH_WATER}`, 100)?.trim() ?? "";
  const kept = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return versions.reduce((highest, version) => Math.max(highest, version), kept);
}
