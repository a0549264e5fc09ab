import { SvcError } from "@svc/core/error";
import type { Bucket } from "./bucket.ts";

const FOLDER = "probes/";

/**
 * Writes an object, reads it, lists it and removes it.
 *
 * @throws SvcError `unavailable` or `storage_full` that says what is wrong and what to do
 */
export async function probeBucket(bucket: Bucket): Promise<void> {
  const key = `${FOLDER}${crypto.randomUUID()}`;
  const written = crypto.getRandomValues(new Uint8Array(32));
  const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", written)).toHex();
  await bucket.put(key, written, checksum);
  try {
    const read = await bucket.get(
      key,
      async ({ chunks }) =>
        new Uint8Array(await new Blob(await Array.fromAsync(chunks)).arrayBuffer()),
    );
    if (read?.toHex() !== written.toHex()) throw forgetful(bucket, "gave back other bytes");
    const listed = await Array.fromAsync(bucket.list(key));
    if (listed.length !== 1) throw forgetful(bucket, "did not list them");
  } finally {
    await bucket.remove(key);
  }
}

function forgetful({ target: { shown } }: Bucket, what: string): SvcError {
  return new SvcError("unavailable", `${shown}: the store took 32 bytes and ${what}`, {
    hint: "It is not an S3-compatible store, or something in between changes its answers.",
  });
}
