import { hashChunks, type Hashed, writeHashed } from "../../platform/store/blobs/hashed_file.ts";

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
  return copied(await writeHashed(path, body, { durably: true }));
}

/** Size and checksum of a file. */
export async function readThrough(path: string): Promise<Copied> {
  return copied(await hashChunks((await Deno.open(path)).readable));
}

const copied = ({ checksum, bytes }: Hashed): Copied => ({ sha256: checksum, bytes });
