import { parentOf } from "../../base/files/path.ts";
import { entriesNow } from "../../base/files/read.ts";
import { ownPath } from "../../repository/links.ts";
import { openRegular } from "../exchange/pieces.ts";

/** Files that are copied at the same time: a share answers each question late, and many at once. */
const TOGETHER = 8;

/** Runs work on each of them, several at a time, and stops at the first error. */
export async function eachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      signal?.throwIfAborted();
      try {
        await work(items[next++]!);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: TOGETHER }, worker));
  for (const one of settled) if (one.status === "rejected") throw one.reason;
}

/**
 * Copies a regular file piece by piece to a path that does not exist, and lets others work meanwhile.
 *
 * @param durable waits until the disk holds it
 * @returns its bytes; undefined when the source is not a regular file
 */
export async function copyRegular(
  from: string,
  to: string,
  options: { durable?: boolean; signal?: AbortSignal | undefined } = {},
): Promise<number | undefined> {
  const opened = openRegular(from);
  if (opened === undefined) return undefined;
  using source = opened.file;
  using target = await Deno.open(to, { write: true, createNew: true });
  const piece = new Uint8Array(Math.min(1024 * 1024, Math.max(opened.size, 1)));
  let size = 0;
  while (size < opened.size) {
    options.signal?.throwIfAborted();
    const read = await source.read(piece);
    if (read === null) break;
    let written = 0;
    while (written < read) written += await target.write(piece.subarray(written, read));
    size += read;
  }
  if (options.durable) await target.syncData();
  return size;
}

/** Makes the folder of a path inside `root`, open to those whom `root` itself is open to. */
export function makeFolder(root: string, inside: string): void {
  const { mode } = Deno.statSync(root);
  let path = root;
  for (const part of parentOf(`/${inside}`).split("/").filter(Boolean)) {
    path = ownPath(path, part);
    try {
      Deno.mkdirSync(path);
      if (mode !== null && Deno.build.os !== "windows") Deno.chmodSync(path, mode & 0o7777);
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    }
  }
}

/** The names in a folder that are regular files, or folders. */
export function namesOf(folder: string, kind: "isFile" | "isDirectory"): Set<string> {
  return new Set(entriesNow(folder).filter((entry) => entry[kind]).map(({ name }) => name));
}
