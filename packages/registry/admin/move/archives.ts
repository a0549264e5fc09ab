import { sideBySide } from "@svc/core/parallel";
import type { Db } from "../../platform/store/schema.ts";
import type { BlobStore } from "../../platform/store/blobs/mod.ts";
import { isDamagedBlob } from "../../platform/store/blobs/mod.ts";
import type { Say } from "./database.ts";
import { namedArchives } from "../../features/extensions/archive/named.ts";

/** What was moved. */
export interface MovedArchives {
  archives: number;
  /** Those that the source lost or damaged, by their checksums. */
  missing: string[];
}

/** Archives that are copied at a time. */
const WIDTH = 8;

/** Archives after which somebody who waits is told. */
const TOLD = 500;

/**
 * Copies the archive of every version to another store. Each is read back from there and compared
 * with its checksum; what an earlier run copied is compared and stays.
 */
export async function moveArchives(
  db: Db,
  from: BlobStore,
  to: BlobStore,
  say: Say,
): Promise<MovedArchives> {
  const rows = await namedArchives(db).orderBy("named.checksum").execute();
  const missing: string[] = [];
  let archives = 0;
  await sideBySide(rows, async ({ checksum }) => {
    if (!await copy(checksum, from, to)) missing.push(checksum);
    else if (++archives % TOLD === 0) say(`${archives} of ${rows.length} archives are there`);
  }, WIDTH);
  say(`${archives} archives compared`);
  return { archives, missing: missing.sort() };
}

/** False when the source does not have it whole. */
async function copy(checksum: string, from: BlobStore, to: BlobStore): Promise<boolean> {
  if (await to.check(checksum) === "whole") return true;
  const bytes = await from.readAll(checksum).catch((error) => {
    if (isDamagedBlob(error)) return undefined;
    throw error;
  });
  if (bytes === undefined) return false;
  await to.put(checksum, bytes);
  return await to.check(checksum) === "whole";
}
