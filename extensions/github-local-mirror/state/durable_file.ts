import { dirname } from "node:path";

/**
 * Replaces a file's content so that a crash at any moment leaves the old or the new one, whole, and
 * the new one stays once this has returned.
 */
export async function replaceDurably(path: string, text: string): Promise<void> {
  const aside = `${path}.new`;
  {
    const options = { write: true, create: true, truncate: true, mode: 0o600 };
    using file = await Deno.open(aside, options);
    await writeAll(file, new TextEncoder().encode(text));
    await file.sync();
  }
  await Deno.rename(aside, path);
  await syncFolder(dirname(path));
}

/** Adds to the end of a file, and returns when it is safe on the disk. */
export async function appendDurably(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { append: true, create: true, mode: 0o600 });
  await writeAll(file, new TextEncoder().encode(text));
  await file.syncData();
}

/** The text of a file; null when there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length;) done += await file.write(bytes.subarray(done));
}

/** The new name is safe once its folder is; not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  try {
    using folder = await Deno.open(path, { read: true });
    await folder.sync();
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
  }
}
