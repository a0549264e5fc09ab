import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import { createHash } from "node:crypto";
import type { Services } from "../../../access/services.ts";
import type {} from "../record/tables.ts";

/** How to stay below the limits of an archive. */
export const SHRINK: string =
  `An archive may have ${LIMITS.archive.packedBytes} bytes packed, and its sources ` +
  `${LIMITS.archive.unpackedBytes} bytes. Leave generated files and large assets out of the ` +
  "extension, and fetch large data when a method runs.";

/** Where the bytes of upload `id` wait for their confirmation. */
export function uploadPath(services: Services, id: string): string {
  return `${services.folder.uploads}/${id}`;
}

/**
 * Stores the bytes of an announced upload: streamed to a file aside, hashed on the way, put in
 * place whole. A second upload replaces the first until the version is confirmed.
 *
 * @throws SvcError `not_found` for an upload unknown or swept away, `archive_too_large`,
 *   `archive_invalid` for no bytes
 */
export async function storeUpload(
  services: Services,
  id: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<{ checksum: string; bytes: number }> {
  const { db } = services;
  const upload = await db.selectFrom("upload").select("id").where("id", "=", id)
    .executeTakeFirst();
  if (!upload) {
    throw new SvcError("not_found", "There is no such upload", {
      hint: "Announce the version again.",
    });
  }
  const path = uploadPath(services, id);
  const aside = `${path}.${crypto.randomUUID()}`;
  try {
    const stored = await writeHashed(aside, body);
    await Deno.rename(aside, path);
    await db.updateTable("upload").set(stored).where("id", "=", id).execute();
    return stored;
  } finally {
    await Deno.remove(aside).catch(() => undefined);
  }
}

async function writeHashed(path: string, body: ReadableStream<Uint8Array> | null) {
  const hash = createHash("sha256");
  let bytes = 0;
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > LIMITS.archive.packedBytes) {
      throw new SvcError(
        "archive_too_large",
        `The archive has more than ${LIMITS.archive.packedBytes} packed bytes`,
        { hint: SHRINK },
      );
    }
    hash.update(chunk);
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  }
  if (bytes === 0) {
    throw new SvcError("archive_invalid", "The upload has no bytes", {
      hint: "Send the packed archive as the body; 'svc extension push' does.",
    });
  }
  return { checksum: hash.digest("hex"), bytes };
}
