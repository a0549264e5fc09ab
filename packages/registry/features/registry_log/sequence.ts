import { leafBytes, sealLeaf } from "@svc/log/leaf";
import type { Signer } from "@svc/log/note";
import { appendLeaves, hashReader, type Tile, tilePath } from "@svc/log/tiles";
import { leafHash, rootFrom } from "@svc/log/tree";
import { type Selectable, sql } from "kysely";
import type { Db, Schema, Trx } from "../../access/store/schema.ts";
import type { LogPrivate } from "../../platform/config/settings.ts";
import { type HeadRow, readHead, signedHead, tileReader } from "./head.ts";

/** Events of one batch. */
export const BATCH = 1_000;

/** Rows that are written at once: engines bound the values of a statement. */
const ROWS = 500;

/** What numbering takes. */
export interface Sequencing {
  db: Db;
  now(): Date;
  /** How events of private collectives are logged. */
  sealed: LogPrivate;
  signersOf(trx: Trx, head: HeadRow): Promise<readonly Signer[]>;
  /** Looks at the head under the lock. @throws what stops the log */
  assertAhead(head: HeadRow): void;
}

/** A batch that is in the log. */
export interface Sequenced {
  /** How many were taken of what waited. */
  taken: number;
  head: HeadRow;
}

/**
 * Gives the next events their places in the log: all that is seen here is committed, and one transaction
 * numbers at a time, in whatever process. Entries, tiles and the signed head are there at once or not
 * at all. Nothing is shown to anybody yet.
 *
 * On Postgres the transaction reads what is committed at each statement: it waits for its turn, and no
 * event has to be rolled back for its sake.
 */
export async function sequenceBatch(given: Sequencing): Promise<Sequenced | undefined> {
  const { db, now, sealed } = given;
  return await db.transaction().execute(async (trx) => {
    const head = await lockHead(trx);
    if (head === undefined) return undefined;
    given.assertAhead(head);
    const rows = await pending(trx, sealed, now());
    if (rows.length === 0) return undefined;
    // Events that are not to be told wait for nothing.
    const logged = sealed === "off" ? rows.filter(({ salt }) => salt === null) : rows;
    const after = logged.length === 0 ? head : await append(trx, head, logged, given);
    for (let at = 0; at < rows.length; at += ROWS) {
      await trx.deleteFrom("log_pending")
        .where("id", "in", rows.slice(at, at + ROWS).map(({ id }) => id)).execute();
    }
    return { taken: rows.length, head: after };
  });
}

type PendingRow = Selectable<Schema["log_pending"]>;

/** Writing the row is the lock. */
async function lockHead(trx: Trx): Promise<HeadRow | undefined> {
  await trx.updateTable("log_head").set((row) => ({ size: row.ref("size") }))
    .where(
      "epoch",
      "=",
      (last) => last.selectFrom("log_head").select(last.fn.max("epoch").as("epoch")),
    )
    .execute();
  // Of who waited, what the one before has written: a statement sees what is committed when it begins.
  return await readHead(trx);
}

/** What has no place yet, as it may be told: sealed events of a day wait for its end. */
function waiting(db: Db, sealed: LogPrivate, now: Date) {
  const today = now.toISOString().slice(0, 10);
  return db.selectFrom("log_pending")
    .$if(
      sealed === "daily",
      (query) => query.where((row) => row.or([row("salt", "is", null), row("at", "<", today)])),
    );
}

/** Whether anything waits that may be told. */
export async function arePending(db: Db, sealed: LogPrivate, now: Date): Promise<boolean> {
  return await waiting(db, sealed, now).select("id").limit(1).executeTakeFirst() !== undefined;
}

async function pending(trx: Trx, sealed: LogPrivate, now: Date): Promise<PendingRow[]> {
  const query = waiting(trx, sealed, now).selectAll().limit(BATCH);
  return sealed === "daily"
    // Salts are random, so their order tells nothing of the order of the day.
    ? await query.orderBy(sql`case when salt is null then 0 else 1 end`)
      .orderBy(sql`coalesce(salt, id)`).execute()
    : await query.orderBy("id").execute();
}

/** Begin of the hour or the day. */
function beginOf(at: string, sealed: LogPrivate): string {
  return `${sealed === "daily" ? `${at.slice(0, 10)}T00` : at.slice(0, 13)}:00:00.000Z`;
}

function entryOf({ body, salt, at }: PendingRow, sealed: LogPrivate): string {
  if (salt === null) return body;
  const leaf = new TextEncoder().encode(body);
  const bytes = leafBytes(sealLeaf(leaf, Uint8Array.fromBase64(salt), beginOf(at, sealed)));
  return new TextDecoder().decode(bytes);
}

/** Adds entries to the log: rows, tiles, head. */
async function append(
  trx: Trx,
  head: HeadRow,
  rows: readonly PendingRow[],
  { now, sealed, signersOf }: Sequencing,
): Promise<HeadRow> {
  const leaves = rows.map((row, at) => ({
    epoch: head.epoch,
    idx: head.size + at,
    kind: row.kind,
    entry: entryOf(row, sealed),
    body: row.salt === null ? null : row.body,
    salt: row.salt,
    collective_id: row.collective_id,
    extension_id: row.extension_id,
    version: row.version,
    event_id: row.event_id,
  }));
  for (let at = 0; at < leaves.length; at += ROWS) {
    await trx.insertInto("log_leaf").values(leaves.slice(at, at + ROWS)).execute();
  }
  const encoder = new TextEncoder();
  const { size, root } = await growTree(
    trx,
    head,
    leaves.map(({ entry }) => leafHash(encoder.encode(entry))),
  );
  const signers = await signersOf(trx, head);
  const signed = signedHead({ origin: head.origin, size, root }, signers, now());
  await trx.updateTable("log_head").set(signed).where("epoch", "=", head.epoch).execute();
  return { ...head, ...signed };
}

/** Writes the tiles that new leaves change. @returns the tree's size and root with them */
export async function growTree(
  trx: Trx,
  { epoch, size: before }: Pick<HeadRow, "epoch" | "size">,
  hashes: readonly Uint8Array[],
): Promise<{ size: number; root: Uint8Array }> {
  const stored = tileReader(trx, epoch);
  const tiles = await appendLeaves(stored, before, hashes);
  for (const { level, index, width, bytes } of tiles) {
    const tile = { width, bytes: bytes.toBase64() };
    await trx.insertInto("log_tile").values({ epoch, level, n: index, ...tile })
      .onConflict((conflict) => conflict.columns(["epoch", "level", "n"]).doUpdateSet(tile))
      .execute();
  }
  const size = before + hashes.length;
  const changed = new Map(tiles.map((tile) => [tilePath(tile), tile.bytes]));
  const read = async (tile: Tile) => changed.get(tilePath(tile)) ?? await stored(tile);
  return { size, root: await rootFrom(hashReader(read, size), size) };
}
