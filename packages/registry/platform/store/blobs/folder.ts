import type { BlobStore } from "./blob_store.ts";

const CHECKSUM = /^[0-9a-f]{64}$/;

/** A blob store in a folder: `ab/abcdef…`. */
export function folderBlobs(root: string): BlobStore {
  const place = (checksum: string) => {
    if (!CHECKSUM.test(checksum)) throw new TypeError("a blob is named by its SHA-256 in hex");
    return {
      folder: `${root}/${checksum.slice(0, 2)}`,
      path: `${root}/${checksum.slice(0, 2)}/${checksum}`,
    };
  };
  return {
    async put(checksum, bytes) {
      const target = place(checksum);
      const aside = `${target.path}.${crypto.randomUUID()}`;
      await Deno.mkdir(target.folder, { recursive: true, mode: 0o700 });
      try {
        await Deno.writeFile(aside, bytes, { createNew: true, mode: 0o600 });
        await syncPath(aside);
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
      return { bytes: (await file.stat()).size, body: file.readable };
    },
    async readAll(checksum) {
      try {
        return await Deno.readFile(place(checksum).path);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return undefined;
        throw error;
      }
    },
    async has(checksum) {
      const file = await openIfThere(place(checksum).path);
      file?.close();
      return file !== undefined;
    },
    async remove(checksum) {
      try {
        await Deno.remove(place(checksum).path);
      } catch (error) {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }
    },
    async *list() {
      for await (const shelf of Deno.readDir(root)) {
        if (!shelf.isDirectory) continue;
        for await (const entry of Deno.readDir(`${root}/${shelf.name}`)) {
          if (!CHECKSUM.test(entry.name)) continue;
          const { mtime } = await Deno.stat(`${root}/${shelf.name}/${entry.name}`);
          yield { checksum: entry.name, storedAt: mtime ?? new Date(0) };
        }
      }
    },
  };
}

async function openIfThere(path: string): Promise<Deno.FsFile | undefined> {
  try {
    return await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Makes a file's bytes, or a folder's entries, survive a power cut. */
async function syncPath(path: string): Promise<void> {
  using file = await Deno.open(path);
  await file.sync();
}
