import { sha256 } from "../client/checksum.ts";
import type { Client } from "../client/client.ts";
import { StoreFailure } from "../client/failure.ts";
import { type Entry, type Part, PART_SIZE } from "../layout/entry.ts";
import { objectKey } from "../layout/head.ts";
import { makePack, type Packed } from "../layout/pack.ts";
import type { Change } from "./changes.ts";
import type { Folder } from "./folder.ts";
import { inParallel } from "./pool.ts";

/** Files up to this size share packs. */
const SMALL_SIZE = 4 * 1024 * 1024;
/** A pack is closed when its files reach this size, or this number. */
const PACK_SIZE = 8 * 1024 * 1024;
const PACK_FILES = 50_000;

/** A pack that is in the store and that no head names yet. */
export interface Uploaded {
  id: string;
  size: number;
  table: number;
  checksum: string;
  merged: boolean;
  entries: Entry[];
}

/** What has been brought to the store, to be named by a head or removed again. */
export interface Upload {
  packs: Uploaded[];
  /** Ids of parts of large files. */
  parts: string[];
}

/**
 * Brings files to the store: small ones together in packs, large ones in parts. Nothing that is there is
 * replaced, since every object has a random name. Each is looked at afterwards, for a store that says
 * yes and keeps nothing.
 *
 * @param merged content of earlier packs; it gets packs of its own
 * @throws StoreFailure `conflict` when a file changes meanwhile
 */
export async function upload(
  client: Client,
  folder: Folder,
  changes: readonly Change[],
  merged: readonly Packed[],
  signal?: AbortSignal,
): Promise<Upload> {
  const done: Upload = { packs: [], parts: [] };
  const fresh: Packed[] = [];
  for (const change of changes) {
    if ("removedAt" in change) fresh.push({ entry: change });
    else if (change.size <= SMALL_SIZE) fresh.push({ entry: { ...change, at: 0 } });
    else {fresh.push({
        entry: { ...change, parts: await uploadParts(client, folder, change, done, signal) },
      });}
  }
  const groups = [
    ...grouped(fresh).map((content) => ({ content, merged: false })),
    ...grouped([...merged]).map((content) => ({ content, merged: true })),
  ];
  await inParallel(groups, async ({ content, merged }) => {
    const pack = makePack(content.map((one) => withBytes(one, folder)));
    const { id, table, checksum, entries } = pack;
    await putObject(client, id, pack.bytes, signal);
    done.packs.push({ id, size: pack.bytes.length, table, checksum, merged, entries });
  }, 4);
  return done;
}

/** Removes what no head has ever named. What cannot be removed now is collected later. */
export async function discard(client: Client, { packs, parts }: Upload): Promise<void> {
  const ids = [...packs.map(({ id }) => id), ...parts];
  await inParallel(ids, (id) => client.remove(objectKey(id)).catch(() => {}));
}

async function uploadParts(
  client: Client,
  folder: Folder,
  file: { path: string; size: number; checksum: string },
  done: Upload,
  signal: AbortSignal | undefined,
): Promise<Part[]> {
  const count = Math.ceil(file.size / PART_SIZE);
  const parts: Part[] = [];
  await inParallel(Array.from({ length: count }, (_, index) => index), async (index) => {
    const size = Math.min(PART_SIZE, file.size - index * PART_SIZE);
    const bytes = folder.read(file.path, index * PART_SIZE, size);
    if (bytes?.length !== size) throw changed(file.path);
    const part = { id: crypto.randomUUID(), size, checksum: sha256(bytes) };
    done.parts.push(part.id);
    await putObject(client, part.id, bytes, signal);
    parts[index] = part;
  }, 4);
  // Its parts have been read one by one since it was measured.
  if (folder.measure(file.path, signal)?.checksum !== file.checksum) throw changed(file.path);
  return parts;
}

async function putObject(
  client: Client,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const key = objectKey(id);
  await client.put(key, bytes, undefined, signal);
  if (await client.size(key, signal) !== bytes.length) {
    throw new StoreFailure("bad_answer", `the store confirmed ${key} but does not have it`);
  }
}

/** Content in the order given, in groups that each fit a pack. */
function grouped(content: readonly Packed[]): Packed[][] {
  const groups: Packed[][] = [];
  let size = Infinity;
  for (const one of content) {
    const bytes = "at" in one.entry ? one.entry.size : 0;
    if (size + bytes > PACK_SIZE || groups.at(-1)!.length >= PACK_FILES) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(one);
    size += bytes;
  }
  return groups;
}

/** Reads the bytes of a small file, unless they are at hand. */
function withBytes(one: Packed, folder: Folder): Packed {
  const { entry } = one;
  if (one.bytes !== undefined || !("at" in entry)) return one;
  const bytes = folder.read(entry.path, 0, entry.size + 1);
  if (bytes?.length !== entry.size || sha256(bytes) !== entry.checksum) throw changed(entry.path);
  return { entry, bytes };
}

function changed(path: string): StoreFailure {
  return new StoreFailure("conflict", `${path} changed while it was pushed; push again`);
}
