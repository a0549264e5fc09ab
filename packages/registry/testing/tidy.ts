import assert from "node:assert/strict";
import type { Services } from "../access/services.ts";
import type {} from "../features/extensions/archive/tables.ts";
import type {} from "../features/extensions/record/tables.ts";

/** What a data folder of an embedded store holds while a server runs, beside the two folders. */
const FILES = /^(?:acknowledged|lock|secret|svc\.db(?:-wal|-shm)?)$/;

/** What the log keeps beside the archives: its head, one that was being written, and a lock. */
const HEAD = /^log-head(?:\.lock|\.new)?$/;

/**
 * Holds a data folder on which a server has just started to what it says of it: no file that a killed
 * process left, every upload announced, every archive in the table that the sweep reads.
 */
export async function assertTidy({ db, blobs, folder }: Services): Promise<void> {
  const names = (path: string) => [...Deno.readDirSync(path)].map(({ name }) => name);
  const strange = names(folder.root).filter((name) => !FILES.test(name));
  assert.deepEqual(strange.sort(), ["blobs", "uploads"]);
  const announced = await db.selectFrom("upload").select("id").execute();
  const ids = new Set(announced.map(({ id }) => id));
  assert.deepEqual(names(folder.uploads).filter((name) => !ids.has(name)), []);
  const archives = await db.selectFrom("archive").select("checksum").execute();
  const known = new Set(archives.map(({ checksum }) => checksum));
  for (const shelf of names(folder.blobs).filter((name) => !HEAD.test(name))) {
    const unknown = names(`${folder.blobs}/${shelf}`).filter((name) => !known.has(name));
    assert.deepEqual(unknown, [], shelf);
  }
  for await (const { checksum } of blobs.list()) assert.ok(known.has(checksum));
}
