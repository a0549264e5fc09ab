import { SvcError } from "@svc/core/error";
import {
  equalHashes,
  type Hash,
  HASH_BYTES,
  type Head,
  isSize,
  type ReadHash,
  rootFrom,
  rootOf,
} from "./tree.ts";

/** Hashes of a full tile, and entries of a full bundle (c2sp.org/tlog-tiles). */
export const TILE_WIDTH = 256;

/** Longest entry of a bundle: its length is 16 bits. */
export const ENTRY_BYTES = 65_535;

/** Levels of the tree that one tile spans. */
const TILE_LEVELS = 8;

/** Where a tile stands. */
export interface Tile {
  /** Level of tiles, from 0 at the leaves. */
  level: number;
  /** Place within the level. */
  index: number;
  /** Hashes in it, 1 to 256; less than 256 is a partial tile. */
  width: number;
}

/** A tile with its hashes, one after the other. */
export interface TileBytes extends Tile {
  bytes: Uint8Array;
}

/** Reads a tile: `width` hashes of 32 bytes. */
export type ReadTile = (tile: Tile) => Uint8Array | Promise<Uint8Array>;

/** Where a tile is served below the log's prefix, such as `tile/0/x001/x234/067.p/12`. */
export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${numberPath(index)}${partial(width)}`;
}

/** Where a bundle of entries is served below the log's prefix, such as `tile/entries/000.p/12`. */
export function entriesPath({ index, width }: Omit<Tile, "level">): string {
  return `tile/entries/${numberPath(index)}${partial(width)}`;
}

/**
 * Which tile a path below the log's prefix names, or which bundle of entries; undefined for any text
 * that {@linkcode tilePath} and {@linkcode entriesPath} do not write.
 */
export function parseTilePath(path: string): Tile | Omit<Tile, "level"> | undefined {
  const found = TILE_PATH.exec(path);
  if (!found) return undefined;
  const [, level, number, width] = found;
  const index = Number(number!.replaceAll(/[x/]/g, ""));
  const place = { index, width: width === undefined ? TILE_WIDTH : Number(width) };
  if (!isSize(index) || place.width > TILE_WIDTH) return undefined;
  if (level === "entries") return entriesPath(place) === path ? place : undefined;
  const tile = { level: Number(level), ...place };
  return tile.level < 64 && tilePath(tile) === path ? tile : undefined;
}

/** A tree of a safe size has no tile beyond seven groups of digits. */
const TILE_PATH = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,6}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/** Hashes that a tree of `size` leaves has at a level of tiles. */
function hashesAt(level: number, size: number): number {
  return Math.floor(size / TILE_WIDTH ** level);
}

/**
 * The tiles of a tree of `size` leaves, level by level; only those that are new or wider than in the
 * tree of `from` leaves.
 */
export function* tilesOf(size: number, from = 0): Generator<Tile> {
  for (let level = 0; hashesAt(level, size) > 0; level++) {
    const have = hashesAt(level, from);
    const count = hashesAt(level, size);
    if (have === count) continue;
    for (let index = Math.floor(have / TILE_WIDTH); index * TILE_WIDTH < count; index++) {
      yield { level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) };
    }
  }
}

/** The bundles of entries of a tree of `size` leaves that are new or wider than in one of `from`. */
export function* bundlesOf(size: number, from = 0): Generator<Omit<Tile, "level">> {
  for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < size; index++) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    if (index * TILE_WIDTH + width > from) yield { index, width };
  }
}

/**
 * The tiles that leaf hashes behind a tree of `size` leaves change or add: for each level, from the
 * rightmost tile on. Reads the partial tiles of the tree as it is, at most one a level.
 */
export async function appendLeaves(
  readTile: ReadTile,
  size: number,
  leaves: readonly Hash[],
): Promise<TileBytes[]> {
  const changed: TileBytes[] = [];
  let added = leaves;
  for (let level = 0; added.length > 0; level++) {
    const have = hashesAt(level, size);
    const full: Hash[] = [];
    let index = Math.floor(have / TILE_WIDTH);
    let hashes = have % TILE_WIDTH === 0
      ? []
      : hashesOf(await readTile({ level, index, width: have % TILE_WIDTH }), have % TILE_WIDTH);
    for (let taken = 0; taken < added.length; index++) {
      const more = added.slice(taken, taken + TILE_WIDTH - hashes.length);
      taken += more.length;
      hashes = [...hashes, ...more];
      changed.push({ level, index, width: hashes.length, bytes: joined(hashes) });
      if (hashes.length === TILE_WIDTH) full.push(rootOf(hashes));
      hashes = [];
    }
    added = full;
  }
  return changed;
}

/**
 * Reads hashes of a tree of `size` leaves out of its tiles. A tile that was read is kept, so a proof
 * costs at most one tile a level; make a new reader for each few proofs.
 *
 * @returns a reader that throws RangeError for what is not in the tree, or for a tile of a wrong length
 */
export function hashReader(readTile: ReadTile, size: number): ReadHash {
  const tiles = new Map<string, Promise<Hash[]>>();
  const load = (tile: Tile) => {
    const path = tilePath(tile);
    const known = tiles.get(path);
    if (known) return known;
    const read = (async () => hashesOf(await readTile(tile), tile.width))();
    tiles.set(path, read);
    return read;
  };
  return async (level, index) => {
    const tileLevel = Math.floor(level / TILE_LEVELS);
    const span = 2 ** (level % TILE_LEVELS);
    const count = hashesAt(tileLevel, size);
    if (!isSize(index) || (index + 1) * span > count) {
      throw new RangeError(`no hash ${index} of level ${level} in a tree of ${size}`);
    }
    const tile = Math.floor(index * span / TILE_WIDTH);
    const width = Math.min(TILE_WIDTH, count - tile * TILE_WIDTH);
    const hashes = await load({ level: tileLevel, index: tile, width });
    const from = index * span - tile * TILE_WIDTH;
    return rootOf(hashes.slice(from, from + span));
  };
}

/**
 * Reads tiles of somebody who is not trusted: each is held to the signed head before it is given. The
 * partial ones make up the head's root, and a full one has its hash in the tile above it. Of each level
 * the last tile is kept, so going through a log from left to right reads each tile once.
 *
 * @returns a reader that throws SvcError `log_inconsistent` for a tile that is not of that head
 */
export function verifiedTiles(readTile: ReadTile, { size, root }: Head): ReadTile {
  const last = new Map<string, { path: string; read: Promise<Uint8Array> }>();
  const kept = (kind: string, tile: Tile, read: () => Promise<Uint8Array>) => {
    const [place, path] = [`${kind}${tile.level}`, tilePath(tile)];
    const known = last.get(place);
    if (known?.path === path) return known.read;
    const entry = { path, read: read() };
    last.set(place, entry);
    return entry.read;
  };
  const untrusted: ReadTile = (tile) =>
    kept(tile.width === TILE_WIDTH ? "full" : "edge", tile, async () => await readTile(tile));
  let edge: Promise<void> | undefined;
  const assertEdge = async () => {
    if (!equalHashes(await rootFrom(hashReader(untrusted, size), size), root)) {
      throw altered("The tiles at its end");
    }
  };
  const verified = async (tile: Tile): Promise<Uint8Array> => {
    await (edge ??= assertEdge());
    const bytes = await untrusted(tile);
    const hashes = hashesOf(bytes, tile.width);
    if (tile.width < TILE_WIDTH) return bytes;
    const above = hashReader(checked, size);
    if (equalHashes(rootOf(hashes), await above((tile.level + 1) * TILE_LEVELS, tile.index))) {
      return bytes;
    }
    throw altered(tilePath(tile));
  };
  const checked: ReadTile = (tile) => kept("checked", tile, () => verified(tile));
  return (tile) => {
    const count = hashesAt(tile.level, size) - tile.index * TILE_WIDTH;
    if (Math.min(TILE_WIDTH, count) !== tile.width) throw new RangeError("no tile of this head");
    return checked(tile);
  };
}

function altered(what: string): SvcError {
  return new SvcError("log_inconsistent", `${what} of the log is not what its signed head says`, {
    hint: "Somebody changed the log or the answer. Keep what you have, and tell others who use it.",
  });
}

/**
 * The hashes of a tile.
 *
 * @throws RangeError when it is not `width` hashes long
 */
export function hashesOf(bytes: Uint8Array, width: number): Hash[] {
  if (bytes.length !== width * HASH_BYTES) {
    throw new RangeError(`a tile of ${width} hashes has ${bytes.length} bytes`);
  }
  return Array.from(
    { length: width },
    (_, at) => bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}

/** A bundle of entries: each with its length in 16 bits, big-endian, before it. */
export function encodeEntries(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes`);
    bytes.set([Math.floor(entry.length / 256), entry.length % 256], at);
    bytes.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bytes;
}

/**
 * The entries of a bundle.
 *
 * @throws RangeError when it is not exactly `width` entries
 */
export function parseEntries(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  let at = 0;
  while (entries.length < width && at + 2 <= bytes.length) {
    const end = at + 2 + bytes[at]! * 256 + bytes[at + 1]!;
    if (end > bytes.length) break;
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  if (entries.length !== width || at !== bytes.length) {
    throw new RangeError(`not a bundle of ${width} entries`);
  }
  return entries;
}

/** Hashes of a tile one after the other. */
function joined(hashes: readonly Hash[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES);
  hashes.forEach((hash, at) => bytes.set(hash, at * HASH_BYTES));
  return bytes;
}

function numberPath(index: number): string {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
  const groups = padded.match(/\d{3}/g)!;
  return groups.map((group, at) => at < groups.length - 1 ? `x${group}` : group).join("/");
}

function partial(width: number): string {
  return width === TILE_WIDTH ? "" : `.p/${width}`;
}
