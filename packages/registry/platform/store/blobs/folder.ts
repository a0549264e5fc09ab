import { SvcError } from "@svc/core/error";
import { LRUCache } from "lru-cache";
import { createHash } from "node:crypto";
import { makeFolder, syncPath } from "../durable.ts";
import { INCOMING } from "../leftovers.ts";
import type { BlobState, BlobStore } from "./blob_store.ts";
import { fileStream } from "./file_stream.ts";
import { damagedBlob } from "./damaged.ts";

const CHECKSUM = /^[0-9a-f]{64}$/;

/** Blobs that are remembered as read through, and for how long, in milliseconds. */
const REMEMBERED = { maxSize: 50_000, ttl: 60 * 60_000 };

/** Bytes that are read and hashed at once. */
const STEP = 256 * 1024;

/**
 * A blob store in a folder: `ab/abcdef…`. A blob is read through and compared with its name before
 * its first byte is given away, and again when its file has changed or after an hour.
 */
export function folderBlobs(root: string): BlobStore {
  // A bound by `max` would fill four lists of that length at every start.
  const seen = new LRUCache<string, string>({ ...REMEMBERED, sizeCalculation: () => 1 });
  const place = (checksum: string) => {
    if (!CHECKSUM.test(checksum)) throw new TypeError("a blob is named by its SHA-256 in hex");
    const shelf = checksum.slice(0, 2);
    return { folder: `${root}/${shelf}`, path: `${root}/${shelf}/${checksum}` };
  };
  async function assertWhole(checksum: string, file: Deno.FsFile, stat: Deno.FileInfo) {
    const now = stateOf(stat);
    if (seen.get(checksum) === now) return;
    if (await digest(file) !== checksum) throw damagedBlob(checksum);
    seen.set(checksum, now);
    await file.seek(0, Deno.SeekMode.Start);
  }
  async function readAll(checksum: string): Promise<Uint8Array | undefined> {
    const bytes = await ifThere(Deno.readFile(place(checksum).path));
    if (bytes === undefined) return undefined;
    const found = createHash("sha256").update(bytes).digest("hex");
    if (found !== checksum) throw damagedBlob(checksum);
    return bytes;
  }
  async function check(checksum: string): Promise<BlobState> {
    using file = await openIfThere(place(checksum).path);
    if (file === undefined) return "missing";
    return await digest(file) === checksum ? "whole" : "damaged";
  }
  return {
    address: () => Promise.resolve(undefined),
    check,
    async put(checksum, bytes) {
      const target = place(checksum);
      const aside = `${root}/${INCOMING}/${checksum}.${crypto.randomUUID()}`;
      await makeFolder(`${root}/${INCOMING}`);
      await makeFolder(target.folder);
      try {
        using file = await Deno.open(aside, { createNew: true, write: true, mode: 0o600 });
        // A server that starts leaves it alone.
        await file.tryLock(true);
        for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
        await file.sync();
        await Deno.rename(aside, target.path);
      } catch (error) {
        await Deno.remove(aside).catch(() => undefined);
        throw error;
      }
      await syncPath(target.folder);
    },
    async read(checksum) {
      const file = await openIfThere(place(checksum).path);
      if (!file) return undefined;
      try {
        const stat = await file.stat();
        await assertWhole(checksum, file, stat);
        return { bytes: stat.size, body: fileStream(file, stat.size) };
      } catch (error) {
        file.close();
        throw error;
      }
    },
    async handOver(checksum) {
      const { folder, path } = place(checksum);
      const stat = await ifThere(Deno.stat(path));
      if (stat === undefined) return undefined;
      if (seen.get(checksum) !== stateOf(stat)) {
        using file = await openIfThere(path);
        if (file === undefined) return undefined;
        await assertWhole(checksum, file, stat);
      }
      const readable = await letGroupRead(folder, path, stat.mode);
      return readable ? path.slice(root.length + 1) : undefined;
    },
    readAll,
    async has(checksum) {
      const file = await openIfThere(place(checksum).path);
      file?.close();
      return file !== undefined;
    },
    async remove(checksum) {
      await ifThere(Deno.remove(place(checksum).path));
    },
    async *list() {
      for await (const shelf of Deno.readDir(root)) {
        if (!shelf.isDirectory) continue;
        for await (const entry of Deno.readDir(`${root}/${shelf.name}`)) {
          if (!CHECKSUM.test(entry.name)) continue;
          const file = await openIfThere(`${root}/${shelf.name}/${entry.name}`);
          if (!file) continue;
          const { mtime } = await file.stat();
          file.close();
          yield { checksum: entry.name, storedAt: mtime ?? new Date(0) };
        }
      }
    },
    probe: () => probeFolder(root),
  };
}

async function probeFolder(root: string): Promise<void> {
  const path = `${root}/.ready-${crypto.randomUUID()}`;
  const written = crypto.randomUUID();
  try {
    await Deno.writeTextFile(path, written, { createNew: true, mode: 0o600 });
    if (await Deno.readTextFile(path) === written) return;
    throw new Error("it gives back other bytes");
  } catch (cause) {
    throw new SvcError("unavailable", `${root} cannot be used: ${(cause as Error).message}`, {
      hint: "Let this user write there, on a disk with room.",
      cause,
    });
  } finally {
    await Deno.remove(path).catch(() => undefined);
  }
}

/** What a change of the file would change. */
function stateOf({ ino, size, mtime, ctime }: Deno.FileInfo): string {
  return `${ino} ${size} ${mtime?.getTime()} ${ctime?.getTime()}`;
}

async function digest(file: Deno.FsFile): Promise<string> {
  const hash = createHash("sha256");
  const buffer = new Uint8Array(STEP);
  for (let count; (count = await file.read(buffer)) !== null;) {
    hash.update(buffer.subarray(0, count));
  }
  return hash.digest("hex");
}

/** The file, open for reading; undefined when there is none. */
export function openIfThere(path: string): Promise<Deno.FsFile | undefined> {
  return ifThere(Deno.open(path));
}

/** What is asked of a file; undefined when there is none. */
async function ifThere<Result>(asked: Promise<Result>): Promise<Result | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Reading a file, and passing through its folder, for the owner's group. */
const [READ, PASS] = [0o040, 0o010];

/**
 * Lets the owner's group read a file, and pass through its folder. Costs nothing more once it may.
 *
 * @param mode what is known of the file
 * @returns false when it stays closed to them, as when somebody else owns it
 */
async function letGroupRead(
  folder: string,
  path: string,
  mode: number | null,
): Promise<boolean> {
  if (mode === null || (mode & READ) !== 0) return true;
  try {
    const { mode: around } = await Deno.stat(folder);
    await Deno.chmod(folder, (around ?? 0o700) & 0o777 | PASS);
    await Deno.chmod(path, mode & 0o777 | READ);
    return true;
  } catch {
    // Not every file system lets its modes be changed.
    return false;
  }
}
