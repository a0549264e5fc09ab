import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { Services } from "../../../access/services.ts";
import type {} from "../record/tables.ts";

/** How to stay below the limits of an archive. */
const SHRINK: string =
  `An archive may have at most ${LIMITS.archive.packedBytes} bytes packed, and its sources ` +
  `${LIMITS.archive.unpackedBytes} bytes. Leave generated files and large assets out of the ` +
  "extension, and fetch large data when a method runs.";

/**
 * Stores the bytes of an announced upload. A second upload replaces the first until the version is
 * confirmed.
 *
 * @throws SvcError `not_found` for an upload unknown or swept away, `archive_too_large`,
 *   `archive_invalid` for no bytes
 */
export async function storeUpload(
  { db, uploads }: Pick<Services, "db" | "uploads">,
  id: string,
  body: ReadableStream<Uint8Array> | null,
): Promise<{ checksum: string; bytes: number }> {
  const upload = await db.selectFrom("upload").select("id").where("id", "=", id)
    .executeTakeFirst();
  if (!upload) {
    throw new SvcError("not_found", "There is no such upload", {
      hint: "Announce the version again.",
    });
  }
  const stored = await uploads.write(id, bounded(body));
  await db.updateTable("upload").set(stored).where("id", "=", id).execute();
  return stored;
}

async function* bounded(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    assertMayUpload(bytes);
    yield chunk;
  }
  if (bytes === 0) throw noBytes();
}

/** @throws SvcError `archive_too_large` */
export function assertMayUpload(bytes: number): void {
  if (bytes > LIMITS.archive.packedBytes) throw archiveTooLarge();
}

/** The refusal of more bytes than an archive may have. */
export function archiveTooLarge(): SvcError {
  return new SvcError(
    "archive_too_large",
    `The archive has more than ${LIMITS.archive.packedBytes} packed bytes`,
    { hint: SHRINK },
  );
}

/** What is said of an upload without bytes. */
export function noBytes(): SvcError {
  return new SvcError("archive_invalid", "The upload has no bytes", {
    hint: "Send the packed archive as the body; 'svc extension push' does.",
  });
}
