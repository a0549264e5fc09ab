import { sha256 } from "../client/checksum.ts";
import { isFile } from "../layout/entry.ts";
import type { Head, PackReference } from "../layout/head.ts";
import type { Packed } from "../layout/pack.ts";
import type { View } from "../layout/view.ts";
import type { Folder } from "./folder.ts";

/** Packs of about one size that are left side by side. */
const SIDE_BY_SIDE = 8;
/** From this size on, packs are merged only when half of them is of no use. */
const FULL_SIZE = 4 * 1024 * 1024;
/** Bytes that one push writes again at most. */
const MOST_BYTES = 32 * 1024 * 1024;
/** How long a removal is remembered. A machine that was away for longer sends the file again. */
const REMEMBERED_MS = 90 * 24 * 60 * 60 * 1000;

/** Packs to replace, and what of them is still of use. */
export interface Merge {
  replaced: Set<string>;
  content: Packed[];
}

/**
 * Chooses packs to write again as one, so that a store of many small pushes stays quick to read: as soon
 * as eight are of about one size, and those that are mostly of no use. Each file is written again a few
 * times in its life only. The bytes come from the folder, compared with their checksums.
 *
 * @param known packs whose files are in the folder
 * @param changed paths that the same push writes or removes: what the store said of them is of no use
 */
export function chooseMerge(
  head: Head,
  view: View,
  known: ReadonlyMap<string, unknown>,
  folder: Folder,
  changed: ReadonlySet<string>,
): Merge {
  const merge: Merge = { replaced: new Set(), content: [] };
  const chosen = crowded(head.packs.filter(({ id }) => known.has(id)), usedBytes(view));
  if (chosen.size === 0) return merge;

  const byPack = new Map<string, Packed[] | undefined>();
  for (const { entry, pack } of view.values()) {
    if (changed.has(entry.path)) continue;
    if (!chosen.has(pack) || byPack.has(pack) && byPack.get(pack) === undefined) continue;
    const packed = packedOf(entry, folder);
    // A file that is not here as it was written stays where it is, with its pack.
    if (packed === undefined) byPack.set(pack, undefined);
    else byPack.set(pack, [...byPack.get(pack) ?? [], ...packed]);
  }
  for (const id of chosen) {
    const packed = byPack.has(id) ? byPack.get(id) : [];
    if (packed === undefined) continue;
    merge.replaced.add(id);
    for (const one of packed) merge.content.push(one);
  }
  return merge;
}

/** Ids of packs that there are too many of at one size, or that are mostly of no use. */
function crowded(packs: readonly PackReference[], used: ReadonlyMap<string, number>): Set<string> {
  const chosen = new Set<string>();
  let bytes = 0;
  const choose = (pack: PackReference) => {
    if (chosen.has(pack.id) || bytes + pack.size > MOST_BYTES) return;
    bytes += pack.size;
    chosen.add(pack.id);
  };
  const levels = Map.groupBy(
    packs.filter(({ size }) => size < FULL_SIZE),
    ({ size }) => Math.floor(Math.log2(Math.max(1, size / 4096)) / 3),
  );
  // A level that is full empties those below as well, since it is rewritten anyway.
  const full = [...levels].filter(([, level]) => level.length >= SIDE_BY_SIDE).map(([at]) => at);
  const highest = Math.max(-1, ...full);
  for (const [at, level] of levels) if (at <= highest) level.forEach(choose);
  for (const pack of packs) {
    if (pack.size >= FULL_SIZE && (used.get(pack.id) ?? 0) < pack.size / 2) choose(pack);
  }
  return chosen;
}

/** Bytes of each pack that count: files, and about as much of the table as they take. */
function usedBytes(view: View): Map<string, number> {
  const used = new Map<string, number>();
  for (const { entry, pack } of view.values()) {
    const bytes = 200 + ("at" in entry ? entry.size : 0);
    used.set(pack, (used.get(pack) ?? 0) + bytes);
  }
  return used;
}

/** What becomes of an entry: nothing for an old removal; undefined when its bytes are not at hand. */
function packedOf(
  entry: Packed["entry"],
  folder: Folder,
): Packed[] | undefined {
  if (!isFile(entry)) {
    return Date.now() - Date.parse(entry.removedAt) > REMEMBERED_MS ? [] : [{ entry }];
  }
  if ("parts" in entry) return [{ entry }];
  const bytes = folder.read(entry.path, 0, entry.size);
  if (bytes?.length !== entry.size || sha256(bytes) !== entry.checksum) return undefined;
  return [{ entry, bytes }];
}
