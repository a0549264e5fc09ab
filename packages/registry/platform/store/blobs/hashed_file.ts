import { createHash } from "node:crypto";

/** What was written or read: how much, and its SHA-256 in hex. */
export interface Hashed {
  checksum: string;
  bytes: number;
}

/**
 * Writes a new file, hashing on the way. What it began stays when the chunks end in an error.
 * `durably`: it is on disk before this returns.
 */
export async function writeHashed(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  { durably = false }: { durably?: boolean } = {},
): Promise<Hashed> {
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  const hashed = await hashChunks(chunks, async (chunk) => {
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  });
  if (durably) await file.sync();
  return hashed;
}

/** Takes chunks to their end, each given to `take` as well. */
export async function hashChunks(
  chunks: AsyncIterable<Uint8Array>,
  take?: (chunk: Uint8Array) => Promise<void>,
): Promise<Hashed> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    await take?.(chunk);
  }
  return { checksum: hash.digest("hex"), bytes };
}
