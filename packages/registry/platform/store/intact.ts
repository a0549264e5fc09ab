import { SvcError } from "@svc/core/error";
import { assertNothingLost, reading, sizeOf } from "./acknowledged.ts";
import { assertLog, damaged } from "./damage.ts";

/** The files of an embedded store. */
export interface EmbeddedStore {
  database: string;
  /** The mark of acknowledged commits. */
  acknowledged: string;
  blobs: string;
}

/** Bytes of a database up to which all of its pages are looked at: half a second from memory. */
const MOST_BYTES = 256 * 2 ** 20;

/**
 * Refuses an embedded store that has lost something, before anything opens it for writing. Nothing
 * of it is changed.
 *
 * @throws SvcError `unavailable`; SQLite's error for a damaged database
 */
export async function assertIntact({ database, acknowledged, blobs }: EmbeddedStore) {
  await assertLog(database);
  assertNothingLost(database, acknowledged);
  if (sizeOf(database) > 0 || !await hasArchives(blobs)) return;
  throw new SvcError("unavailable", `The database is missing: ${database} is empty`, {
    hint: `There are archives in ${blobs}. Keep the data folder as it is. Put the database back, ` +
      "or restore the last backup into a new folder: " +
      "SVC_DATA=<new folder> npm run admin -- restore <backup>",
  });
}

async function hasArchives(blobs: string): Promise<boolean> {
  try {
    for await (const { name, isDirectory } of Deno.readDir(blobs)) {
      if (isDirectory && /^[0-9a-f]{2}$/.test(name)) return true;
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return false;
}

/**
 * Looks at the structure of every page, unless the database is so large that a start would wait. It
 * stays byte for byte.
 *
 * @returns whether it did
 * @throws SvcError `unavailable` when one is damaged
 */
export function assertPages(database: string): boolean {
  const bytes = sizeOf(database);
  if (bytes === 0) return true;
  if (bytes > MOST_BYTES) return false;
  const said = reading(database, (open) => open.prepare("pragma quick_check(1)").get()!);
  const [problem] = Object.values(said);
  if (problem !== "ok") throw damaged(database, String(problem).replaceAll(/\s+/g, " "));
  return true;
}
