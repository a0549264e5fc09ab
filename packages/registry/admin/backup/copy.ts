import { createHash } from "node:crypto";

/** A file as it was written. */
export interface Copied {
  sha256: string;
  bytes: number;
}

/** Writes a stream to a new file with mode 0600, on disk before it returns. */
export async function writeStream(
  body: ReadableStream<Uint8Array>,
  path: string,
): Promise<Copied> {
  using file = await Deno.open(path, { createNew: true, write: true, mode: 0o600 });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
    bytes += chunk.length;
  }
  await file.sync();
  return { sha256: hash.digest("hex"), bytes };
}

/** Size and checksum of a file. */
export async function readThrough(path: string): Promise<Copied> {
  const file = await Deno.open(path);
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of file.readable) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest("hex"), bytes };
}
