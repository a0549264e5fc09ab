import { formatCheckpoint } from "@svc/log/checkpoint";
import { type Signer, signNote } from "@svc/log/note";
import { type Tile, TILE_WIDTH } from "@svc/log/tiles";
import type { Selectable } from "kysely";
import type {} from "../../access/registry_log/tables.ts";
import type { Db, Schema } from "../../access/store/schema.ts";

/** The log as it stands. */
export type HeadRow = Selectable<Schema["log_head"]>;

/** The head of the last epoch; undefined where there is no log. */
export async function readHead(db: Db): Promise<HeadRow | undefined> {
  return await db.selectFrom("log_head").selectAll().orderBy("epoch", "desc").limit(1)
    .executeTakeFirst();
}

/** What is stored of a head. */
export function signedHead(
  { origin, size, root }: { origin: string; size: number; root: Uint8Array },
  signers: readonly Signer[],
  now: Date,
) {
  return {
    origin,
    size,
    root: root.toBase64(),
    checkpoint: signNote(formatCheckpoint({ origin, size, root }), signers),
    signed_at: now.toISOString(),
  };
}

/** Reads tiles of an epoch; of a wider one as many hashes as are asked for. */
export function tileReader(db: Db, epoch: number) {
  return async ({ level, index, width }: Tile): Promise<Uint8Array<ArrayBuffer>> => {
    const row = await db.selectFrom("log_tile").select("bytes")
      .where("epoch", "=", epoch).where("level", "=", level).where("n", "=", index)
      .executeTakeFirst();
    const bytes = row && Uint8Array.fromBase64(row.bytes);
    if (bytes === undefined || bytes.length < width * HASH_BYTES) {
      throw new Error(`the log has no tile ${level}/${index} of ${width}`);
    }
    return bytes.slice(0, width * HASH_BYTES);
  };
}

const HASH_BYTES = 32;

/** The hashes that a tile has in a tree of `size` leaves: 0 where there is no such tile. */
export function widthIn(size: number, level: number, index: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}
