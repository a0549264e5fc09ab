import { commitmentOf, parseLeaf } from "@svc/log/leaf";
import { bundlesOf, hashesOf, hashReader, TILE_WIDTH, tilesOf } from "@svc/log/tiles";
import { equalHashes, type Hash, leafHash, rootFrom, rootOf } from "@svc/log/tree";
import type { Db } from "../../access/store/schema.ts";
import { type HeadRow, readHead, tileReader } from "./head.ts";

/**
 * Compares all of the log with itself: entries with tiles, tiles with those above them, these with the head,
 * and what sealed entries commit to with their commitments.
 *
 * @returns what is wrong first; undefined when nothing is, with the head that was looked at
 */
export async function checkLog(
  db: Db,
): Promise<{ head: HeadRow | undefined; wrong: string | undefined }> {
  const head = await readHead(db);
  return { head, wrong: head && await findWrong(db, head).catch((error) => String(error)) };
}

async function findWrong(db: Db, head: HeadRow): Promise<string | undefined> {
  const { epoch, size } = head;
  const read = tileReader(db, epoch);
  const encoder = new TextEncoder();
  let full: Hash[] = [];
  for (const { index, width } of bundlesOf(size)) {
    const first = index * TILE_WIDTH;
    const rows = await db.selectFrom("log_leaf").select(["idx", "entry", "body", "salt"])
      .where("epoch", "=", epoch).where("idx", ">=", first).where("idx", "<", first + width)
      .orderBy("idx").execute();
    if (rows.length !== width) return `entries are missing between ${first} and ${first + width}`;
    const hashes = hashesOf(await read({ level: 0, index, width }), width);
    for (const [at, { idx, entry, body, salt }] of rows.entries()) {
      const bytes = encoder.encode(entry);
      if (idx !== first + at || !equalHashes(leafHash(bytes), hashes[at]!)) {
        return `entry ${first + at} is not the one of its tile`;
      }
      if (body === null || salt === null) continue;
      const leaf = parseLeaf(bytes);
      const commit = commitmentOf(Uint8Array.fromBase64(salt), encoder.encode(body));
      if (leaf?.kind !== "sealed" || leaf.commit !== commit) {
        return `what entry ${idx} seals is not what it commits to`;
      }
    }
    if (width === TILE_WIDTH) full.push(rootOf(hashes));
  }
  for (let level = 1; full.length > 0; level++) {
    const above: Hash[] = [];
    for (const tile of tilesOf(size)) {
      if (tile.level !== level) continue;
      const hashes = hashesOf(await read(tile), tile.width);
      const from = tile.index * TILE_WIDTH;
      if (hashes.some((hash, at) => !full[from + at] || !equalHashes(hash, full[from + at]!))) {
        return `tile ${level}/${tile.index} is not that of the tiles below it`;
      }
      if (tile.width === TILE_WIDTH) above.push(rootOf(hashes));
    }
    full = above;
  }
  const root = await rootFrom(hashReader(read, size), size);
  return root.toBase64() === head.root ? undefined : "the head is not that of the tiles";
}
