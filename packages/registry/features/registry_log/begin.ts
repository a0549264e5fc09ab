import { SvcError } from "@svc/core/error";
import { openCheckpoint } from "@svc/log/checkpoint";
import type { Leaf } from "@svc/log/leaf";
import { formatVkey, keyOf, type Signer } from "@svc/log/note";
import { hashReader } from "@svc/log/tiles";
import { EMPTY_ROOT, equalHashes, rootFrom } from "@svc/log/tree";
import { pendingRow } from "../../access/registry_log/note.ts";
import type { Db, Trx } from "../../access/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";
import { type HeadRow, readHead, signedHead, tileReader } from "./head.ts";
import { originOf } from "./key.ts";

/** The seeds of a log: the one of now, and the one before it while it is being changed. */
export interface Seeds {
  seed: Uint8Array;
  old: Uint8Array | undefined;
  /** When the new one was written into which epoch, once that is known: the whole log is gone through. */
  added?: { epoch: number; at: string };
}

/** For how long the key before signs as well, in milliseconds. */
const BOTH = 90 * 24 * 60 * 60_000;

/**
 * Begins the log where there is none yet; all that is published already is then to be noted. Where there is
 * one, sees that the key is its key. A new key, beside the old one, is written into the log.
 *
 * @throws SvcError `validation_failed` when the key is another one
 */
export async function beginLog(
  db: Db,
  { baseUrl, seeds, now }: { baseUrl: string; seeds: Seeds; now: Date },
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const head = await readHead(trx);
    if (head === undefined) {
      const origin = originOf(baseUrl, 1);
      await trx.insertInto("log_head").values({
        epoch: 1,
        ...signedHead(
          { origin, size: 0, root: EMPTY_ROOT },
          [{ seed: seeds.seed, name: origin }],
          now,
        ),
        begun_at: now.toISOString(),
        backfilled: "",
        // Of servers that start at once one begins it.
      }).onConflict((conflict) => conflict.column("epoch").doNothing()).execute();
      return;
    }
    const { origin } = head;
    if (head.checkpoint === "") {
      const signers = [{ seed: seeds.seed, name: origin }];
      await trx.updateTable("log_head")
        .set(signedHead({ origin, size: 0, root: EMPTY_ROOT }, signers, now))
        .where("epoch", "=", head.epoch).execute();
      return;
    }
    if (isSignedBy(head, seeds.seed)) return;
    if (seeds.old === undefined || !isSignedBy(head, seeds.old)) throw otherKey(origin);
    const vkey = formatVkey(keyOf({ seed: seeds.seed, name: origin }));
    if (await addedAt(trx, head, vkey) !== undefined) return;
    await noteOwn(trx, {
      v: 1,
      at: now.toISOString(),
      kind: "key",
      subject: origin,
      change: "added",
      hint: keyOf({ seed: seeds.seed, name: origin }).id,
      vkey,
    });
  });
}

function isSignedBy({ checkpoint, origin }: HeadRow, seed: Uint8Array): boolean {
  try {
    openCheckpoint(checkpoint, origin, [keyOf({ seed, name: origin })]);
    return true;
  } catch {
    return false;
  }
}

function otherKey(origin: string): SvcError {
  return new SvcError("validation_failed", `SVC_LOG_KEY is not the key of the log ${origin}`, {
    hint:
      "Set it to the key of this log. To change the key, set SVC_LOG_OLD_KEY to the one before. " +
      "If that is lost or stolen, begin a new epoch: npm run admin -- log epoch",
  });
}

/** Who signs a head: the key before as well, for 90 days after the new one was written into the log. */
export async function signersOf(
  db: Db,
  head: Pick<HeadRow, "origin" | "epoch">,
  seeds: Seeds,
  now: Date,
): Promise<readonly Signer[]> {
  const name = head.origin;
  const { seed, old } = seeds;
  if (old === undefined) return [{ seed, name }];
  if (seeds.added?.epoch !== head.epoch) {
    const at = await addedAt(db, head, formatVkey(keyOf({ seed, name })));
    if (at !== undefined) seeds.added = { epoch: head.epoch, at };
  }
  const at = seeds.added?.epoch === head.epoch ? seeds.added.at : undefined;
  const over = at !== undefined && now.getTime() - Date.parse(at) > BOTH;
  return over ? [{ seed, name }] : [{ seed, name }, { seed: old, name }];
}

/** When a key of the log was written into it; undefined for never, as of its first. */
async function addedAt(
  db: Db,
  { epoch }: Pick<HeadRow, "epoch">,
  vkey: string,
): Promise<string | undefined> {
  const has = `%${JSON.stringify(vkey)}%`;
  const waits = await db.selectFrom("log_pending").select("body")
    .where("kind", "=", "key").where("body", "like", has).limit(1).executeTakeFirst();
  const logged = waits ?? await db.selectFrom("log_leaf").select("entry as body")
    .where("epoch", "=", epoch).where("kind", "=", "key").where("entry", "like", has)
    .limit(1).executeTakeFirst();
  return logged && (JSON.parse(logged.body) as { at: string }).at;
}

/** Why a log carries on under another address. */
export const EPOCH_REASONS = ["restored", "key lost", "key stolen", "entries lost"] as const;

/** Why a log carries on under another address. */
export type EpochReason = (typeof EPOCH_REASONS)[number];

/** A head that is told of as the last. */
export interface LastHead {
  origin: string;
  size: number;
  root: Uint8Array;
}

/**
 * Begins another epoch: a new log whose first entry holds the last head of the one before, so that everybody
 * sees where that ended. All that is published is then noted in it again. It is signed with the key that
 * the server starts with next.
 *
 * @param last what was served last, where that is known: it may be more than the tables have
 * @throws SvcError `conflict` where there is no log
 */
export async function beginEpoch(
  trx: Trx,
  { reason, now, last }: { reason: EpochReason; now: Date; last?: LastHead | undefined },
): Promise<HeadRow> {
  const before = await readHead(trx);
  if (before === undefined) {
    throw new SvcError("conflict", "There is no log yet", {
      hint: "The first one begins by itself when the server starts with SVC_LOG_KEY.",
    });
  }
  const { size, root } = last ?? { size: before.size, root: Uint8Array.fromBase64(before.root) };
  const epoch = before.epoch + 1;
  const origin = `${before.origin.replace(/\/\d+$/, "")}/${epoch}`;
  const at = now.toISOString();
  // What waits is told in the new log, behind its first entry.
  await noteOwn(trx, {
    v: 1,
    at,
    kind: "epoch",
    subject: origin,
    previous: before.origin,
    size,
    root: root.toBase64(),
    reason,
  }, FIRST);
  await trx.deleteFrom("log_witness").execute();
  if (size <= before.size) {
    const read = hashReader(tileReader(trx, before.epoch), before.size);
    const own = await rootFrom(read, size).catch(() => undefined);
    // What was signed after a loss and never shown is not shown now: it would pass for a fork.
    if (own === undefined || !equalHashes(own, root)) {
      await trx.updateTable("log_head").set({ checkpoint: "" }).where("epoch", "=", before.epoch)
        .execute();
    }
  }
  return await trx.insertInto("log_head").values({
    epoch,
    ...{ origin, size: 0, root: EMPTY_ROOT.toBase64(), checkpoint: "" },
    signed_at: at,
    begun_at: at,
    backfilled: "",
  }).returningAll().executeTakeFirstOrThrow();
}

/** Stands before every id. */
const FIRST = "00000000-0000-0000-0000-000000000000";

/** Notes an event of the log itself. */
async function noteOwn(trx: Trx, leaf: Leaf, id?: string): Promise<void> {
  await trx.insertInto("log_pending").values({
    ...pendingRow(leaf, false),
    ...(id === undefined ? {} : { id }),
    collective_id: null,
    extension_id: null,
    version: null,
  }).execute();
}
