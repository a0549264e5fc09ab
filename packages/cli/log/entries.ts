import { SvcError } from "@svc/core/error";
import { LEAF_BYTES } from "@svc/log/entry";
import {
  bundlesOf,
  entriesPath,
  hashesOf,
  parseEntries,
  type ReadTile,
  TILE_WIDTH,
} from "@svc/log/tiles";
import { equalHashes, type Head, leafHash } from "@svc/log/tree";
import type { Caller } from "../client/caller.ts";
import { askTile } from "./ask.ts";

/** Entries of one bundle, from the one that was wanted first. */
interface Bundle {
  entries: Uint8Array[];
}

/**
 * The entries of a log from a place on, bundle by bundle. Each is what the tiles of the signed head say,
 * and each of these tiles is held to that head.
 *
 * @param address below that of the registry, as for {@link tilesAt}
 * @throws SvcError `log_inconsistent` for an entry that is not the head's
 */
export async function* bundlesFrom(
  caller: Caller,
  tiles: ReadTile,
  { size }: Head,
  from: number,
  address = "log",
): AsyncGenerator<Bundle> {
  for (const place of bundlesOf(size, from)) {
    const { index, width } = place;
    const [entries, tile] = await Promise.all([
      readBundle(caller, address, place),
      tiles({ level: 0, ...place }),
    ]);
    const hashes = hashesOf(tile, width);
    const wrong = entries.findIndex((entry, at) => !equalHashes(leafHash(entry), hashes[at]!));
    if (wrong !== -1) {
      throw new SvcError(
        "log_inconsistent",
        `Entry ${index * TILE_WIDTH + wrong} of the log is not what its signed head says`,
        { hint: "Somebody changed the log or the answer. Tell others who use the registry." },
      );
    }
    const skipped = Math.max(0, from - index * TILE_WIDTH);
    yield { entries: entries.slice(skipped) };
  }
}

async function readBundle(
  caller: Caller,
  address: string,
  { index, width }: { index: number; width: number },
): Promise<Uint8Array[]> {
  for (const wide of new Set([width, TILE_WIDTH])) {
    const longest = wide * (LEAF_BYTES + 2);
    const bytes = await askTile(
      caller,
      `${address}/${entriesPath({ index, width: wide })}`,
      longest,
    );
    if (bytes === undefined) continue;
    try {
      return parseEntries(bytes, wide).slice(0, width);
    } catch {
      throw lacks(caller, index);
    }
  }
  throw lacks(caller, index);
}

function lacks({ serverUrl }: Caller, index: number): SvcError {
  const path = entriesPath({ index, width: TILE_WIDTH });
  return new SvcError("log_invalid", `${serverUrl} lacks ${path} of its log, or sent it damaged`, {
    hint: "Try again; if it stays, ask the registry's operator.",
  });
}
