import { createHash } from "node:crypto";

/** What was written or read: how much, and its SHA-256 in hex. */
export interface Hashed {
  checksum: string;
  bytes: number;
}

/** Writes a new file, hashing on the way. What it began stays when the chunks end in an error. */
export async function writeHashed(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Hashed> {
  const hash = createHash("sha256");
  let bytes = 0;
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  }
  return { checksum: hash.digest("hex"), bytes };
}

/** Reads a file to its end. */
export async function hashFile(file: Deno.FsFile): Promise<Hashed> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of file.readable) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { checksum: hash.digest("hex"), bytes };
}
