import { SvcError } from "@svc/core/error";
import { isDiskFull } from "../../base/files/disk_full.ts";
import { isAbsent, lstatIfPresent, readSmallFile } from "../../base/files/read.ts";
import { decodeFrames, doneLine } from "./frame.ts";

/** The file in a definition's data folder that makes its commits durable; no data name has two dots. */
export const JOURNAL = "..journal";

/** Bytes of a journal that is still read; svc empties its own long before. */
const LARGEST = 1024 * 1024 * 1024;

/** Where a frame was added. */
export interface Appended {
  /** Where the journal ended before. */
  before: number;
  /** What to add when its changes have reached the folders, see `markDone`. */
  doneLine: string;
}

/**
 * Adds a frame to the journal of a folder and waits until the disk holds it: from then on its commit
 * has happened, whatever is killed or cut off.
 *
 * @throws SvcError `disk_full`, with the journal as it was.
 */
export function appendFrame(folder: string, frame: Uint8Array): Appended {
  const path = `${folder}/${JOURNAL}`;
  const { file, begun } = openForAppend(path);
  try {
    let key = readKey(file);
    const before = file.seekSync(0, Deno.SeekMode.End);
    try {
      if (before === 0) {
        key = crypto.randomUUID();
        writeAll(file, new TextEncoder().encode(`${headLine()} ${key}\n`));
      }
      writeAll(file, frame);
      file.syncDataSync();
    } catch (error) {
      file.truncateSync(before);
      throw error;
    }
    if (begun) syncFolders(folder);
    return { before, doneLine: doneLine(key) };
  } finally {
    file.close();
  }
}

/**
 * Notes that the last frame's changes have reached the folders. Without room for that, whoever comes
 * next looks whether they have.
 */
export function markDone(folder: string, doneLine: string): void {
  try {
    Deno.writeTextFileSync(`${folder}/${JOURNAL}`, doneLine, { append: true, create: false });
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** Takes back what was appended behind `end`. */
export function cutJournal(folder: string, end: number): void {
  using file = Deno.openSync(`${folder}/${JOURNAL}`, { write: true });
  file.truncateSync(end);
  file.syncDataSync();
}

/** Bytes of the journal, 0 when there is none. */
export function journalSize(folder: string): number {
  try {
    return Deno.lstatSync(`${folder}/${JOURNAL}`).size;
  } catch {
    return 0;
  }
}

/** Milliseconds after which a system has long written back what it holds in memory. */
const AGE_MS = 60_000;

/** True for a journal that nothing was added to for a minute: emptying it costs next to nothing. */
export function isAged(folder: string): boolean {
  try {
    const { mtime } = Deno.lstatSync(`${folder}/${JOURNAL}`);
    return Math.abs(Date.now() - (mtime?.getTime() ?? 0)) > AGE_MS;
  } catch {
    return false;
  }
}

/**
 * True when the journal has commits that have not all reached the folders: their process was killed,
 * is at it just now, or the machine was started again.
 */
export function isPending(folder: string): boolean {
  let file: Deno.FsFile;
  try {
    if (!Deno.lstatSync(`${folder}/${JOURNAL}`).isFile) return false;
    file = Deno.openSync(`${folder}/${JOURNAL}`);
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  using _closed = file;
  const key = readKey(file);
  if (key === undefined) return true;
  const done = doneLine(key);
  const { size } = file.statSync();
  file.seekSync(Math.max(size - done.length, 0), Deno.SeekMode.Start);
  return readText(file, done.length) !== done;
}

/**
 * All that the journal of a folder says; undefined when there is none. `end` is the offset behind the
 * last whole frame, `doneLine` follows each frame whose changes have reached the folders. `rebooted`:
 * the machine has been started again since, so that nothing but the journal is sure.
 */
export async function readJournal(folder: string) {
  const path = `${folder}/${JOURNAL}`;
  const info = await lstatIfPresent(path);
  if (info === undefined) return undefined;
  if (!info.isFile || info.size > LARGEST) {
    throw new SvcError("conflict", `${path} was not written by svc`, {
      hint: "Check where this repository came from, then delete the file.",
    });
  }
  const bytes = await Deno.readFile(path);
  const line = bytes.indexOf(10);
  const head = new TextDecoder().decode(bytes.subarray(0, Math.max(line, 0)));
  const [, boot, key] = HEAD.exec(head) ?? [];
  const done = doneLine(key);
  if (boot === undefined) return { frames: [], end: 0, rebooted: true, doneLine: done };
  const frames = decodeFrames(bytes, line + 1, done);
  const rebooted = key === undefined || boot !== headLine();
  return { frames, end: frames.at(-1)?.end ?? line + 1, rebooted, doneLine: done };
}

/** Deletes the journal: what it says is in the folders, safe on the disk. */
export function dropJournal(folder: string): void {
  Deno.removeSync(`${folder}/${JOURNAL}`);
  syncFolders(folder);
}

const MARK = "svc-journal 1 ";

/** The first line: since when the machine runs, and a key of this journal, which earlier ones lack. */
const HEAD = /^(svc-journal 1 [\w-]+)(?: ([0-9a-f-]{36}))?$/;

/** The key of a journal begun since the machine was started, from its first line; else undefined. */
function readKey(file: Deno.FsFile): string | undefined {
  const [line] = readText(file, 200).split("\n", 1);
  const [, boot, key] = HEAD.exec(line!) ?? [];
  return boot === headLine() ? key : undefined;
}

function readText(file: Deno.FsFile, length: number): string {
  const buffer = new Uint8Array(length);
  return new TextDecoder().decode(buffer.subarray(0, file.readSync(buffer) ?? 0));
}

/** How the first line of a journal begins that was begun since the machine was started. */
function headLine(): string {
  const id = Deno.build.os === "linux"
    ? readSmallFile("/proc/sys/kernel/random/boot_id", 100)?.trim()
    : undefined;
  // Elsewhere a minute more or less replays a journal for nothing, which changes nothing.
  return MARK + (id || String(Math.round((Date.now() / 1000 - Deno.osUptime()) / 60)));
}

function openForAppend(path: string): { file: Deno.FsFile; begun: boolean } {
  try {
    // Not followed when it is a link: it is there, so it is not created, and is not a regular file.
    return { file: Deno.openSync(path, { read: true, write: true, createNew: true }), begun: true };
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
  }
  if (!Deno.lstatSync(path).isFile) {
    throw new SvcError("conflict", `${path} was not written by svc`, {
      hint: "Check where this repository came from, then delete it.",
    });
  }
  return { file: Deno.openSync(path, { read: true, write: true }), begun: false };
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += file.writeSync(bytes.subarray(written));
}

/** Makes the names of a folder, and its own name in those above, survive a power cut. */
function syncFolders(folder: string): void {
  let path = folder;
  for (let level = 0; level < 3; level++) {
    using handle = Deno.openSync(path);
    handle.syncSync();
    path = path.slice(0, path.lastIndexOf("/"));
  }
}
