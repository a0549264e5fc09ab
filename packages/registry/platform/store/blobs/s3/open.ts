import type { Log } from "@svc/http/log";
import type { BlobStore } from "../blob_store.ts";
import type { MarkStore } from "../log_mark.ts";
import type { UploadStore } from "../upload_store.ts";
import { type Bucket, openBucket } from "./bucket.ts";
import { openCredentials } from "./credentials/open.ts";
import { S3_MANNERS, type S3Manners } from "./manners.ts";
import { s3Blobs, type S3Options } from "./s3_blobs.ts";
import { s3Uploads } from "./s3_uploads.ts";
import type { S3Target } from "./target.ts";

const KEY = "log-head";

/** The mark as an object of the bucket, written with the conditions of S3 (`If-Match`). */
function s3Mark(bucket: Bucket): MarkStore {
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

/** What is needed to open a store in a bucket. */
export interface OpenS3 extends S3Options {
  target: S3Target;
  manners?: Partial<S3Manners>;
  /** Is told when credentials can no longer be renewed. */
  log?: Log | undefined;
}

/** A store in a bucket of an S3-compatible server. No request is made yet. */
export function openS3(
  { target, scratch, manners: given, proxied, log }: OpenS3,
): { blobs: BlobStore; uploads: UploadStore; mark: MarkStore } {
  const manners = { ...S3_MANNERS, ...given };
  const credentials = openCredentials(target, { now: manners.now, log });
  const bucket = openBucket(target, manners, credentials);
  return {
    blobs: s3Blobs(bucket, { proxied, scratch }),
    uploads: s3Uploads(bucket, { proxied, scratch }),
    mark: s3Mark(bucket),
  };
}
