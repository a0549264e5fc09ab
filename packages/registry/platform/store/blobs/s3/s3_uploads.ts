import { assertUploadId, isUploadId } from "../folder_uploads.ts";
import { type Hashed, writeHashed } from "../hashed_file.ts";
import { LongUpload } from "../long_upload.ts";
import type { UploadStore } from "../upload_store.ts";
import type { Bucket, S3Object } from "./bucket.ts";
import type { S3Options } from "./s3_blobs.ts";
import { Passing } from "./retry.ts";

const FOLDER = "uploads/";

/**
 * Uploads in a bucket, `uploads/<id>`, which clients send there by themselves unless they go through
 * this server.
 */
export function s3Uploads(
  bucket: Bucket,
  { proxied, scratch }: S3Options,
): UploadStore {
  const keyOf = (id: string) => `${FOLDER}${assertUploadId(id)}`;
  const newFile = () => `${scratch}/${crypto.randomUUID()}`;
  return {
    async address(id, lifetime) {
      const key = keyOf(id);
      return proxied ? undefined : await bucket.address("PUT", key, lifetime);
    },
    async write(id, chunks) {
      const key = keyOf(id);
      const path = newFile();
      try {
        // Whoever sends slowly fills a file, and not the memory.
        const stored = await writeHashed(path, chunks);
        await bucket.put(key, await Deno.readFile(path), stored.checksum);
        return stored;
      } finally {
        await removeIfThere(path);
      }
    },
    size: (id) => bucket.size(keyOf(id)),
    async lay(id, most) {
      const path = newFile();
      try {
        const stored = await bucket.get(keyOf(id), async (object) => {
          await removeIfThere(path);
          return await fetchTo(path, object, most);
        });
        return stored && { path, ...stored, [Symbol.asyncDispose]: () => removeIfThere(path) };
      } catch (error) {
        await removeIfThere(path);
        throw error;
      }
    },
    remove: (id) => bucket.remove(keyOf(id)),
    async *list() {
      for await (const { key, bytes, storedAt } of bucket.list(FOLDER)) {
        const id = key.slice(FOLDER.length);
        if (isUploadId(id)) yield { id, bytes, storedAt };
      }
    },
  };
}

async function fetchTo(path: string, { bytes, chunks }: S3Object, most: number): Promise<Hashed> {
  if (bytes > most) throw new LongUpload(bytes, most);
  const stored = await writeHashed(path, chunks);
  if (stored.bytes === bytes) return stored;
  throw new Passing(`${stored.bytes} of ${bytes} bytes came`);
}

async function removeIfThere(path: string): Promise<void> {
  await Deno.remove(path).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  });
}
