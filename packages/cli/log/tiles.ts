import { SvcError } from "@svc/core/error";
import { hashReader, type ReadTile, TILE_WIDTH, tilePath, verifiedTiles } from "@svc/log/tiles";
import { equalHashes, HASH_BYTES, type Head, rootFrom } from "@svc/log/tree";
import type { Caller } from "../client/caller.ts";
import { askTile } from "./ask.ts";

/**
 * Reads the tiles of a registry's log, each held to the signed head.
 *
 * @param address below that of the registry: of an earlier epoch `log/<number>`
 */
export function tilesAt(caller: Caller, head: Head, address = "log"): ReadTile {
  return verifiedTiles(async (tile) => {
    // A partial tile may be gone once there is a full one.
    for (const width of new Set([tile.width, TILE_WIDTH])) {
      const length = width * HASH_BYTES;
      const bytes = await askTile(caller, `${address}/${tilePath({ ...tile, width })}`, length);
      if (bytes?.length === length) return bytes.slice(0, tile.width * HASH_BYTES);
    }
    const path = tilePath(tile);
    throw new SvcError("log_invalid", `${caller.serverUrl} lacks ${path} of its log, or cut it`, {
      hint: "Try again; if it stays, ask the registry's operator.",
    });
  }, head);
}

/** Whether the log of a head began with an earlier one, by its tiles. */
export async function beganWith(tiles: ReadTile, head: Head, earlier: Head): Promise<boolean> {
  if (earlier.size > head.size) return false;
  return equalHashes(await rootFrom(hashReader(tiles, head.size), earlier.size), earlier.root);
}
