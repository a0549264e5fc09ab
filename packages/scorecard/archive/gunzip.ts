import { refuse } from "./refusal.ts";

/** A kilobyte inflates to about a megabyte at most, and that is all that is ever held. */
const SLICE = 1024;

/**
 * Inflates exactly one gzip member in small steps, so that a consumer that stops early never holds
 * the rest of a bomb.
 *
 * @throws SvcError `archive_invalid` when it is not gzip, is cut short, damaged, or followed by
 *   further bytes.
 */
export async function* gunzip(packed: Uint8Array): AsyncGenerator<Uint8Array> {
  if (packed[0] !== 0x1f || packed[1] !== 0x8b) {
    throw refuse("archive_invalid", undefined, "it is not gzip");
  }
  const slices = ReadableStream.from((function* () {
    for (let at = 0; at < packed.length; at += SLICE) {
      yield packed.slice(at, at + SLICE);
    }
  })());
  const inflated = slices.pipeThrough(new DecompressionStream("gzip"));
  const reader = inflated.getReader();
  try {
    while (true) {
      const { done, value } = await inflate(reader);
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function inflate(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw refuse(
      "archive_invalid",
      undefined,
      "its gzip data is cut short, damaged, or followed by further bytes",
      cause,
    );
  }
}
