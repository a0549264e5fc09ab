import type { MarkStore } from "../log_mark.ts";
import type { Bucket } from "./bucket.ts";

const KEY = "log-head";

/** The mark as an object of the bucket, written with the conditions of S3 (`If-Match`). */
export function s3Mark(bucket: Bucket): MarkStore {
  return {
    read: async () =>
      await bucket.get(KEY, async ({ chunks, tag }) => ({
        text: await new Blob(await Array.fromAsync(chunks)).text(),
        tag,
      })),
    write: async (text, before) =>
      await bucket.putIf(KEY, new TextEncoder().encode(text), before?.tag),
  };
}
