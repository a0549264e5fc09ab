import { SvcError } from "@svc/core/error";
import { type ExpressionBuilder, sql } from "kysely";
import type { Services } from "../../../access/services.ts";
import type { Db, Schema, Trx } from "../../../platform/store/schema.ts";
import type {} from "../record/staged_tables.ts";
import type {} from "./tables.ts";

/** An archive in the blob store, as {@link nameArchive} is given it. */
export interface StoredArchive {
  checksum: string;
  storing: string;
}

/**
 * Stores an archive that no version names yet. It stays for as long as a sweep leaves archives
 * without a version, unless {@link nameArchive} names it.
 *
 * @throws SvcError `unavailable` while a sweep removes the same bytes; `storage_full`
 */
export async function storeArchive(
  { db, blobs, now }: Pick<Services, "db" | "blobs" | "now">,
  checksum: string,
  bytes: Uint8Array,
): Promise<StoredArchive> {
  const storing = await announce(db, { checksum, bytes: bytes.length, at: now() });
  await blobs.put(checksum, bytes);
  return { checksum, storing };
}

async function announce(
  db: Db,
  { checksum, bytes, at }: { checksum: string; bytes: number; at: Date },
): Promise<string> {
  const changed_at = at.toISOString();
  const row = await db.insertInto("archive")
    .values({ checksum, storing: crypto.randomUUID(), bytes, state: "pending", changed_at })
    .onConflict((conflict) =>
      conflict.column("checksum").doUpdateSet({ changed_at })
        .where("archive.state", "<>", "removing")
    )
    .returning("storing").executeTakeFirst();
  if (row !== undefined) return row.storing;
  throw new SvcError("unavailable", "The same archive is being removed, as no version named it", {
    hint: "Push again in a minute.",
  });
}

/**
 * Marks an archive as the one of a version, in the transaction that publishes or stages this.
 *
 * @throws SvcError `conflict` when a sweep has taken the archive away since it was stored
 */
export async function nameArchive(trx: Trx, { checksum, storing }: StoredArchive): Promise<void> {
  const row = await trx.updateTable("archive").set({ state: "named" })
    .where("checksum", "=", checksum).where("storing", "=", storing)
    .where("state", "<>", "removing").returning("checksum").executeTakeFirst();
  if (row !== undefined) return;
  throw new SvcError("conflict", "The archive was removed before its version was published", {
    hint: "Publishing took too long, or the server's clock was set forward. Push again.",
  });
}

/**
 * Gives the archive of a staged version that is not published to the sweep, unless something else
 * names it.
 */
export async function releaseArchive(trx: Trx, checksum: string, at: string): Promise<void> {
  await trx.updateTable("archive").set({ state: "pending", changed_at: at })
    .where("checksum", "=", checksum).where("state", "=", "named")
    .where(isUnnamed).execute();
}

/** Of archives: that no version and no staged one is of them. */
export function isUnnamed({ not, or, exists, selectFrom }: ExpressionBuilder<Schema, "archive">) {
  return not(or([
    exists(
      selectFrom("extension_version as version").select(sql`1`.as("one"))
        .whereRef("version.checksum", "=", "archive.checksum"),
    ),
    exists(
      selectFrom("staged_version as staged").select(sql`1`.as("one"))
        .whereRef("staged.checksum", "=", "archive.checksum").where("staged.state", "=", "staged"),
    ),
  ]));
}
