import { ORPHAN_AGE, sweepArchives } from "../../features/extensions/archive/sweep.ts";
import type { BesideServer } from "../beside/open.ts";
import { namedArchives } from "../../features/extensions/archive/named.ts";

/** Blobs that are looked up at once. */
const AT_ONCE = 500;

type Listed = { checksum: string; storedAt: Date };

/** The archives of the blob store that no version names, and that no publication may be about to. */
export async function* findUnnamed(
  { db, blobs }: Pick<BesideServer, "db" | "blobs">,
  now: Date,
): AsyncGenerator<Listed> {
  const before = new Date(now.getTime() - ORPHAN_AGE);
  async function* unnamed(batch: Listed[]): AsyncGenerator<Listed> {
    if (batch.length === 0) return;
    const checksums = batch.map(({ checksum }) => checksum);
    const named = new Set(
      (await namedArchives(db).where("named.checksum", "in", checksums).execute())
        .map(({ checksum }) => checksum),
    );
    const young = new Set(
      (await db.selectFrom("archive").select("checksum").where("checksum", "in", checksums)
        .where("changed_at", ">=", before.toISOString()).execute())
        .map(({ checksum }) => checksum),
    );
    yield* batch.filter(({ checksum }) => !named.has(checksum) && !young.has(checksum));
  }
  let batch: Listed[] = [];
  for await (const blob of blobs.list()) {
    if (blob.storedAt < before) batch.push(blob);
    if (batch.length < AT_ONCE) continue;
    yield* unnamed(batch);
    batch = [];
  }
  yield* unnamed(batch);
}

/**
 * Has the sweep remove an archive without a row, of a release that kept none or of commits that were
 * lost. It does so as for any other, so that a publication of the same bytes loses nothing.
 */
export async function giveToSweep(
  { db }: Pick<BesideServer, "db">,
  { checksum, storedAt }: Listed,
): Promise<void> {
  await db.insertInto("archive").values({
    checksum,
    storing: crypto.randomUUID(),
    bytes: 0,
    state: "pending",
    changed_at: storedAt.toISOString(),
  }).onConflict((conflict) => conflict.column("checksum").doNothing()).execute();
}

/** Removes all that was given. @returns how many archives went */
export async function removeGiven(
  store: Pick<BesideServer, "db" | "blobs">,
  now: () => Date,
): Promise<number> {
  let all = 0;
  for (let removed: number; (removed = await sweepArchives({ ...store, now })) > 0;) all += removed;
  return all;
}
