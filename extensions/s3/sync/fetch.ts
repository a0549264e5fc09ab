import { sha256 } from "../client/checksum.ts";
import type { Client } from "../client/client.ts";
import { isFailure, StoreFailure } from "../client/failure.ts";
import type { Entry, Part } from "../layout/entry.ts";
import { objectKey, type PackReference } from "../layout/head.ts";
import type { Folder } from "./folder.ts";
import { inParallel } from "./pool.ts";

/** A file that is to be brought into the folder. */
export interface Wanted {
  entry: Exclude<Entry, { removedAt: string }>;
  pack: PackReference;
}

/** How bringing files ended. */
export interface Fetched {
  written: number;
  /** Files whose bytes are not in the store. */
  gone: string[];
  /** Files whose bytes are not those that were written. */
  damaged: string[];
}

/** Files of one pack that are read with one request. */
interface Stretch {
  pack: PackReference;
  from: number;
  to: number;
  files: { path: string; size: number; checksum: string; at: number }[];
}

/** Bytes between two wanted files that are read along rather than asked for again. */
const GAP = 64 * 1024;
const LONGEST_STRETCH = 8 * 1024 * 1024;

/** Brings files into the folder, each compared with its checksum before it is there. */
export async function fetchFiles(
  client: Client,
  folder: Folder,
  wanted: readonly Wanted[],
  whole: ReadonlyMap<string, Uint8Array>,
  signal?: AbortSignal,
): Promise<Fetched> {
  const fetched: Fetched = { written: 0, gone: [], damaged: [] };
  const put = async (path: string, fill: (file: Deno.FsFile) => Promise<void>) => {
    await folder.write(path, fill);
    fetched.written++;
  };

  await inParallel(stretchesOf(wanted), async ({ pack, from, to, files }) => {
    const bytes = await bytesOf(client, pack, from, to, whole, signal);
    if (bytes === undefined) return void fetched.gone.push(...files.map(({ path }) => path));
    for (const { path, size, checksum, at } of files) {
      const start = pack.table + at - from;
      const content = bytes.subarray(start, start + size);
      if (content.length !== size || sha256(content) !== checksum) fetched.damaged.push(path);
      else await put(path, (file) => Promise.resolve(writeAt(file, 0, content)));
    }
  });
  for (const { entry } of wanted) {
    if (!("parts" in entry)) continue;
    try {
      await put(entry.path, (file) => fetchParts(client, entry.parts, file, signal));
    } catch (error) {
      if (!isFailure(error, "damaged", "bad_answer")) throw error;
      fetched[error instanceof Gone ? "gone" : "damaged"].push(entry.path);
    }
  }
  return fetched;
}

/** An object that is not there. */
class Gone extends StoreFailure {
  constructor(id: string) {
    super("damaged", `${objectKey(id)} does not exist`);
  }
}

function stretchesOf(wanted: readonly Wanted[]): Stretch[] {
  const stretches: Stretch[] = [];
  const small = wanted.flatMap(({ entry, pack }) => "at" in entry ? [{ entry, pack }] : [])
    .sort((a, b) =>
      a.pack.id < b.pack.id ? -1 : a.pack.id > b.pack.id ? 1 : a.entry.at - b.entry.at
    );
  for (const { entry, pack } of small) {
    const from = pack.table + entry.at;
    const to = from + entry.size;
    const last = stretches.at(-1);
    if (last?.pack === pack && from - last.to <= GAP && to - last.from <= LONGEST_STRETCH) {
      last.to = Math.max(last.to, to);
      last.files.push(entry);
    } else {
      stretches.push({ pack, from, to, files: [entry] });
    }
  }
  return stretches;
}

async function bytesOf(
  client: Client,
  pack: PackReference,
  from: number,
  to: number,
  whole: ReadonlyMap<string, Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Uint8Array | undefined> {
  const known = whole.get(pack.id);
  if (known !== undefined) return known.subarray(from, to);
  if (from === to) return new Uint8Array();
  try {
    return await client.getRange(objectKey(pack.id), from, to, signal);
  } catch (error) {
    // Shorter or longer than asked for: no file in it has its checksum.
    if (isFailure(error, "bad_answer")) return new Uint8Array();
    throw error;
  }
}

async function fetchParts(
  client: Client,
  parts: readonly Part[],
  file: Deno.FsFile,
  signal: AbortSignal | undefined,
): Promise<void> {
  let at = 0;
  const placed = parts.map((part) => ({ part, at: (at += part.size) - part.size }));
  await inParallel(placed, async ({ part, at }) => {
    const stored = await client.get(objectKey(part.id), part.size, signal);
    if (stored === undefined) throw new Gone(part.id);
    if (sha256(stored.bytes) !== part.checksum) {
      throw new StoreFailure("damaged", `${objectKey(part.id)} differs from what was written`);
    }
    writeAt(file, at, stored.bytes);
  }, 4);
}

function writeAt(file: Deno.FsFile, at: number, bytes: Uint8Array): void {
  file.seekSync(at, Deno.SeekMode.Start);
  for (let written = 0; written < bytes.length;) {
    written += file.writeSync(bytes.subarray(written));
  }
}
