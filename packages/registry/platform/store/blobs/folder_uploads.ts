import { syncPath } from "../durable.ts";
import { openIfThere } from "./folder.ts";
import { hashChunks, writeHashed } from "./hashed_file.ts";
import { LongUpload } from "./long_upload.ts";
import type { UploadStore } from "./upload_store.ts";

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for the id of an upload. */
export function isUploadId(id: string): boolean {
  return ID.test(id);
}

/** The id of an upload as part of a name: whatever else it is never reaches a store. */
export function assertUploadId(id: string): string {
  if (!isUploadId(id)) throw new TypeError("an upload is named by a UUID");
  return id;
}

/** Uploads as files of a folder, which come through this server. */
export function folderUploads(root: string): UploadStore {
  const placeOf = (id: string) => `${root}/${assertUploadId(id)}`;
  return {
    address: () => Promise.resolve(undefined),
    async write(id, chunks) {
      const path = placeOf(id);
      const aside = `${path}.${crypto.randomUUID()}`;
      try {
        const stored = await writeHashed(aside, chunks);
        await syncPath(aside);
        await Deno.rename(aside, path);
        await syncPath(root);
        return stored;
      } finally {
        await Deno.remove(aside).catch(() => undefined);
      }
    },
    async size(id) {
      using file = await openIfThere(placeOf(id));
      return (await file?.stat())?.size;
    },
    async lay(id, most) {
      const path = placeOf(id);
      const file = await openIfThere(path);
      if (!file) return undefined;
      const { size } = await file.stat();
      if (size > most) {
        file.close();
        throw new LongUpload(size, most);
      }
      return {
        path,
        ...await hashChunks(file.readable),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
    },
    async remove(id) {
      await Deno.remove(placeOf(id)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    },
    async *list() {
      for await (const { name } of Deno.readDir(root)) {
        if (!isUploadId(name)) continue;
        const file = await openIfThere(`${root}/${name}`);
        if (!file) continue;
        const { size, mtime } = await file.stat();
        file.close();
        yield { id: name, bytes: size, storedAt: mtime ?? new Date(0) };
      }
    },
  };
}
