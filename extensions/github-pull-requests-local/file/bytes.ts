import type { Client } from "../../platform/client.ts";
import { PlatformFailure } from "../../platform/failure.ts";
import type { RepositoryName } from "../../platform/repository_name.ts";
import { LARGEST_FILE } from "./blob.ts";
import type { Entry } from "./entry.ts";

/**
 * The bytes of a file or link.
 *
 * @throws PlatformFailure `too_large`, before anything is read, for more than 1,000,000 bytes
 */
export async function readBytes(
  client: Client,
  name: RepositoryName,
  { sha, size }: Entry,
): Promise<Uint8Array> {
  if (size > LARGEST_FILE) throw tooLarge(size);
  const { data } = await client.request("GET /repos/{owner}/{repo}/git/blobs/{file_sha}", {
    ...name,
    file_sha: sha,
  });
  if (data.encoding !== "base64") {
    throw new PlatformFailure("unavailable", {
      reason: `the platform answered with the encoding '${data.encoding.slice(0, 40)}'`,
      hint: "Run again later",
    });
  }
  return Uint8Array.fromBase64(data.content.replaceAll("\n", ""));
}

/** The failure of a file that is over the limit. */
export function tooLarge(size: number): PlatformFailure {
  return new PlatformFailure("too_large", {
    reason: `the file has ${size} bytes; the limit is ${LARGEST_FILE}`,
    hint: "Use git",
  });
}
