import { infoAt } from "../../platform/info_at.ts";

/**
 * Bytes that a folder takes on the disk, with all below it. Links are not followed, and a file with
 * several names counts once; what goes away meanwhile counts as nothing.
 *
 * @returns null when a part of it cannot be read
 */
export async function diskUse(folder: string, signal: AbortSignal): Promise<number | null> {
  const counted = new Set<string>();
  const folders = [folder];
  let bytes = 0;
  while (folders.length > 0) {
    signal.throwIfAborted();
    const path = folders.pop()!;
    try {
      for await (const { name } of Deno.readDir(path)) {
        const below = `${path}/${name}`;
        const info = await infoAt(below);
        if (info === undefined) continue;
        bytes += bytesOf(info, counted);
        if (info.isDirectory) folders.push(below);
      }
    } catch (error) {
      if (!isGone(error)) return null;
    }
  }
  return bytes;
}

function bytesOf(info: Deno.FileInfo, counted: Set<string>): number {
  const { nlink, dev, ino, blocks, size, isDirectory } = info;
  if (!isDirectory && (nlink ?? 1) > 1) {
    const id = `${dev}:${ino}`;
    if (counted.has(id)) return 0;
    counted.add(id);
  }
  // A file with holes takes less than its size.
  return blocks === null ? size : blocks * 512;
}

function isGone(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}
