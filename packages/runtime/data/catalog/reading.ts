import { readMetadataFile } from "../store/metadata.ts";
import { versionsIn } from "../store/folder.ts";
import type { DataMetadata } from "../store/item.ts";
import { infoOf, stampOf } from "../../base/files/stamp.ts";

/** One version as its file says. */
export interface ReadVersion {
  metadata: DataMetadata;
  stamp: string;
  isLatest: boolean;
}

/** An item as its folder says. */
export interface ReadItem {
  name: string;
  stamp: string;
  /** Those whose file says something new. */
  changed: ReadVersion[];
  /** The numbers of those that stay as known. */
  kept: number[];
  /** The newest, whatever its metadata. */
  latest: number | undefined;
}

/**
 * Reads an item's folder, and the metadata of those versions whose stamp is not the known one.
 *
 * @param known stamps by version
 * @returns undefined when there is no such folder
 */
export async function readItem(
  folder: string,
  name: string,
  known: ReadonlyMap<number, string>,
): Promise<ReadItem | undefined> {
  const path = `${folder}/${name}`;
  const asked = Date.now();
  const info = infoOf(path);
  // Links are not followed: what is below is a folder of svc's own.
  if (!info?.isDirectory) return undefined;
  // Taken before the folder is read: what changes meanwhile changes the stamp as well.
  const stamp = stampOf(info, asked);
  const numbers = versionsIn(path);
  const latest = numbers.at(-1);
  const item: ReadItem = { name, stamp, changed: [], kept: [], latest };
  for (const number of numbers) {
    const file = `${path}/${number}/metadata.yaml`;
    const fileInfo = infoOf(file);
    if (fileInfo === undefined) continue;
    const fileStamp = stampOf(fileInfo, asked);
    if (fileStamp !== "" && known.get(number) === fileStamp) {
      item.kept.push(number);
      continue;
    }
    const metadata = await readMetadataFile(file);
    if (metadata === undefined) continue;
    item.changed.push({
      // The text may have come with the repository; name and number lead to files.
      metadata: { ...metadata, name, version: number },
      stamp: fileStamp,
      isLatest: number === latest,
    });
  }
  return item;
}
