import type { S3Backend } from "./backend.ts";

/**
 * A place in a bucket as the registry's `SVC_BLOBS_URL`.
 *
 * @param place the bucket, and below it any prefix
 */
export function bucketUrl(
  { accessKeyId, secretAccessKey, url }: Pick<
    S3Backend,
    "accessKeyId" | "secretAccessKey" | "url"
  >,
  place: string,
): string {
  const [key, secret, endpoint] = [accessKeyId, secretAccessKey, url].map(encodeURIComponent);
  return `s3://${key}:${secret}@${place}?endpoint=${endpoint}`;
}
