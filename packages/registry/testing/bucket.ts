/** A bucket whose folders tests use, as `SVC_BLOBS_URL`; undefined leaves archives in the data folder. */
export const TEST_BUCKET: string | undefined = Deno.env.get("SVC_TEST_BLOBS_URL") || undefined;

/** `SVC_BLOBS_URL` of a new folder in {@link TEST_BUCKET}, for one registry; undefined without a bucket. */
export function testBucket(): string | undefined {
  if (TEST_BUCKET === undefined) return undefined;
  const url = new URL(TEST_BUCKET);
  url.pathname = `/${crypto.randomUUID()}`;
  return url.href;
}

/**
 * The environment of a registry whose archives are in its data folder also where there is a bucket: for
 * a test that looks into the folder, or is about the addresses of archives that this server gives.
 */
export const IN_FOLDER: Readonly<Record<string, string>> = { SVC_BLOBS_URL: "" };
