import { SvcError } from "@svc/core/error";
import { hashReader, type ReadTile, TILE_WIDTH, tilePath, verifiedTiles } from "@svc/log/tiles";
import { equalHashes, HASH_BYTES, type Head, rootFrom } from "@svc/log/tree";
import type { Caller } from "../client/caller.ts";
import { askTile } from "./ask.ts";

/** Reads the tiles of a registry's log, each held to the signed head. */
export function tilesAt(caller: Caller, head: Head): ReadTile {
  return verifiedTiles(async (tile) => {
    const bytes = await askTile(caller, tilePath(tile), tile.width * HASH_BYTES);
    if (bytes !== undefined) return bytes;
    // A partial tile may be gone once there is a full one.
    const full = { ...tile, width: TILE_WIDTH };
    const whole = tile.width === TILE_WIDTH
      ? undefined
      : await askTile(caller, tilePath(full), TILE_WIDTH * HASH_BYTES);
    if (whole !== undefined) return whole.slice(0, tile.width * HASH_BYTES);
    throw new SvcError("log_invalid", `${caller.serverUrl} lacks ${tilePath(tile)} of its log`, {
      hint: "Try again; if it stays, ask the registry's operator.",
    });
  }, head);
}

/** Whether the log of a head began with an earlier one, by its tiles. */
export async function beganWith(tiles: ReadTile, head: Head, earlier: Head): Promise<boolean> {
  if (earlier.size > head.size) return false;
  return equalHashes(await rootFrom(hashReader(tiles, head.size), earlier.size), earlier.root);
}
