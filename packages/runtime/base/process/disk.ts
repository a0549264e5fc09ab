import { SvcError } from "@svc/core/error";
import { after } from "@svc/core/timer";

/** Time between two looks, in milliseconds. */
const EVERY_MS = 200;

/** What a file or folder without content takes. */
const ENTRY_BYTES = 4096;

/** What a child may fill. */
export interface DiskLimit {
  /** The child. */
  pid: number;
  /** Absolute paths of the folders that count. */
  folders: readonly string[];
  /** Megabytes. */
  limitMb: number;
  /** Called once, when there is more. */
  onFull(): void;
}

/**
 * Watches what a child writes to its throw-away folders, and to files that it has deleted but still
 * holds open (where the system tells, as Linux does). A child that is faster than the watch gets past
 * the limit by what it writes in a fifth of a second.
 */
export function watchDisk(limit: DiskLimit): Disposable {
  let timer: Disposable;
  let over = false;
  const look = async () => {
    // A folder that the child has closed to us cannot be measured: that counts as full.
    const full = await holdsMore(limit, limit.limitMb * 1024 * 1024).catch(() => true);
    if (over) return;
    if (full) limit.onFull();
    else timer = after(EVERY_MS, look);
  };
  timer = after(EVERY_MS, look);
  return {
    [Symbol.dispose]() {
      over = true;
      timer[Symbol.dispose]();
    },
  };
}

/** The error of a child that wrote more than it may. */
export function diskLimit(what: string, megabytes: number, hint: string): SvcError {
  return new SvcError(
    "disk_limit",
    `${what} filled more than ${megabytes} MB of temporary disk space`,
    { hint },
  );
}

async function holdsMore({ pid, folders }: DiskLimit, bytes: number): Promise<boolean> {
  let left = bytes;
  for await (const size of sizes(pid, folders)) {
    left -= size;
    if (left < 0) return true;
  }
  return false;
}

async function* sizes(pid: number, folders: readonly string[]): AsyncGenerator<number> {
  for (const folder of folders) yield* sizesBelow(folder);
  yield* sizesDeleted(pid);
}

async function* sizesBelow(root: string): AsyncGenerator<number> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    try {
      for await (const entry of Deno.readDir(folder)) {
        const path = `${folder}/${entry.name}`;
        if (entry.isDirectory) folders.push(path);
        // One that is gone by now must not hide those after it.
        const info = await Deno.lstat(path).catch(unlessGone);
        if (info) yield sizeOf(info);
      }
    } catch (error) {
      unlessGone(error);
    }
  }
}

/** A child removes what it made while it is looked at. */
function unlessGone(error: unknown): undefined {
  if (error instanceof Deno.errors.NotFound) return;
  if (error instanceof Deno.errors.NotADirectory) return;
  throw error;
}

async function* sizesDeleted(pid: number): AsyncGenerator<number> {
  const open = `/proc/${pid}/fd`;
  try {
    for await (const { name } of Deno.readDir(open)) {
      const info = await Deno.stat(`${open}/${name}`).catch(() => undefined);
      if (info?.isFile && info.nlink === 0) yield sizeOf(info);
    }
  } catch {
    // Another system, or the child has ended.
  }
}

function sizeOf(info: Deno.FileInfo): number {
  return Math.max(info.blocks === null ? info.size : info.blocks * 512, ENTRY_BYTES);
}
