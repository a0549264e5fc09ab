import { LIMITS } from "@svc/core/limit";
import { type Selectable, sql } from "kysely";
import type { Services } from "../../../access/services.ts";
import type { Db } from "../../../platform/store/schema.ts";
import { isUnnamed } from "./store_archive.ts";
import type { ArchiveTable } from "./tables.ts";

/** An archive no version names is kept this long: a publication may be about to name it. */
export const ORPHAN_AGE: number = 4 * LIMITS.uploadLifetimeMs;

/** How long one sweep goes on, in milliseconds: the next one does the rest. */
const PATIENCE = 60_000;

/** After this another sweep goes on with a removal, in milliseconds: far longer than one takes. */
const ABANDONED = 10 * 60_000;

type Candidate = Pick<Selectable<ArchiveTable>, "checksum" | "state" | "changed_at">;

/**
 * Removes archives that no version names. Each is marked first: from then on no version can name it,
 * and nobody stores the same bytes again before they are gone.
 *
 * @returns how many were removed
 */
export async function sweepArchives(
  { db, blobs, now }: Pick<Services, "db" | "blobs" | "now">,
): Promise<number> {
  const began = performance.now();
  let removed = 0;
  for (const candidate of await unnamedArchives(db, now())) {
    if (performance.now() - began > PATIENCE) break;
    const marked = now();
    if (!await mark(db, candidate, marked)) continue;
    // A machine that was suspended goes on here: another sweep may have ended the removal, and a
    // publication stored the same bytes again.
    if (now().getTime() - marked.getTime() > ABANDONED / 2) continue;
    await blobs.remove(candidate.checksum);
    await db.deleteFrom("archive").where("checksum", "=", candidate.checksum)
      .where("state", "=", "removing").execute();
    removed++;
  }
  return removed;
}

/** Those nobody named in time, and those that a killed sweep left half removed. */
async function unnamedArchives(db: Db, now: Date): Promise<Candidate[]> {
  const before = (age: number) => new Date(now.getTime() - age).toISOString();
  return await db.selectFrom("archive").select(["checksum", "state", "changed_at"])
    // As the index says it, which has no others: with a parameter it could not be used.
    .where(sql<boolean>`archive.state <> 'named'`)
    .where((of) =>
      of.or([
        of("state", "=", "pending").and("changed_at", "<", before(ORPHAN_AGE)),
        of("state", "=", "removing").and("changed_at", "<", before(ABANDONED)),
      ])
    )
    // A server of an earlier release publishes without naming.
    .where(isUnnamed)
    .limit(1000).execute();
}

/** False when a publication or another sweep was faster. */
async function mark(
  db: Db,
  { checksum, state, changed_at }: Candidate,
  now: Date,
): Promise<boolean> {
  const row = await db.updateTable("archive")
    .set({ state: "removing", changed_at: now.toISOString() })
    .where("checksum", "=", checksum).where("state", "=", state)
    .where("changed_at", "=", changed_at).returning("checksum").executeTakeFirst();
  return row !== undefined;
}
