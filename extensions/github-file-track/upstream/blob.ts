import { createHash } from "node:crypto";
import { TargetFailure } from "./failure.ts";

/** The id git gives a file's content: 40 hex digits, or 64 in a repository of SHA-256. */
export type BlobId = string;

/**
 * Passes pieces of a file on and, at its end, compares them with the id that they should have.
 *
 * @param bytes how many there are
 * @throws TargetFailure after the last piece when they are others: nobody may keep them.
 */
export async function* verified(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  { blobSha, bytes }: { blobSha: BlobId; bytes: number },
): AsyncGenerator<Uint8Array> {
  const hash = blobHash(blobSha, bytes);
  let read = 0;
  for await (const piece of pieces) {
    read += piece.byteLength;
    if (read > bytes) break;
    hash.update(piece);
    yield piece;
  }
  if (read !== bytes || hash.digest("hex") !== blobSha) {
    throw new TargetFailure(
      "damaged",
      `The downloaded content does not match blob ${blobSha}: it was truncated or changed in ` +
        `transit. Run again`,
    );
  }
}

/** True when the file at a path has the content of this id. */
export async function isBlob(path: string, size: number, blobSha: BlobId): Promise<boolean> {
  const hash = blobHash(blobSha, size);
  using file = await Deno.open(path);
  const buffer = new Uint8Array(65_536);
  for (let read = await file.read(buffer); read !== null; read = await file.read(buffer)) {
    hash.update(buffer.subarray(0, read));
  }
  return hash.digest("hex") === blobSha;
}

/** Begins as git does: the id is the digest of kind, size, a zero byte and the content. */
function blobHash(blobSha: BlobId, bytes: number) {
  return createHash(blobSha.length === 64 ? "sha256" : "sha1").update(`blob ${bytes}\0`);
}
