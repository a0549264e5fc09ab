import { UUID } from "@svc/core/name";
import { withCatalog } from "../../data/catalog/catalog.ts";
import { ownPath } from "../../repository/links.ts";
import type { Repository } from "../../repository/repository.ts";
import { commit } from "../../data/store/commit.ts";
import { type DataOwner, highestGiven, namesIn, versionsIn } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import type { KnownVersion } from "./base.ts";
import { uuidOf } from "./paths.ts";

/**
 * The versions of a behavior that are here, by id, as the index says after a look at the folders. Call
 * under the lock of the behavior's data, after `recover`.
 */
export async function localVersions(
  repository: Repository,
  owner: DataOwner,
  folder: string,
): Promise<Map<string, DataMetadata>> {
  const rows = await withCatalog(repository, async (catalog) => {
    await catalog.refresh(owner);
    // Tags change in place: with many versions only the newest ones are compared for that.
    await catalog.agree(owner, namesIn(folder));
    return catalog.versions(owner, { history: true, dead: true });
  });
  const byId = new Map<string, DataMetadata>();
  const strange: DataMetadata[] = [];
  for (const { metadata } of rows) {
    if (UUID.test(metadata.id) && !byId.has(metadata.id)) byId.set(metadata.id, metadata);
    else strange.push(metadata);
  }
  for (const metadata of strange) {
    const named = { ...metadata, id: idFor(owner, metadata) };
    if (byId.has(named.id)) continue;
    commit(folder, [{ op: "replace", metadata: named }]);
    byId.set(named.id, named);
  }
  return byId;
}

/**
 * An id for a version that has none of svc's, or the same as another one: both may be so in a
 * repository that was made by another tool or put together by hand. The same each time.
 */
function idFor(owner: DataOwner, { id, name, version, checksum }: DataMetadata): string {
  return uuidOf(JSON.stringify([owner.id, name, version, checksum, id]));
}

/**
 * True when a version is gone because svc deleted it. Then its number is still known to have been
 * given. Where the whole folder of an item is gone, nobody deleted anything.
 */
export function wasDeleted(folder: string, { name, number }: KnownVersion): boolean {
  const item = ownPath(folder, name);
  const versions = versionsIn(item);
  return !versions.includes(number) && highestGiven(item, versions) >= number;
}

/** The highest number that a name was ever given here. */
export function highestHere(folder: string, name: string): number {
  const item = ownPath(folder, name);
  return highestGiven(item, versionsIn(item));
}
