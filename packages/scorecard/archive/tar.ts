import type { ArchiveLimits } from "./archive.ts";
import { refuse } from "./refusal.ts";
import { BLOCK, isZeroBlock, parseTarHeader, type TarHeader } from "./tar_header.ts";

/** One entry with its content. */
export interface TarEntry extends TarHeader {
  bytes: Uint8Array;
}

/**
 * Yields the entries of a tar stream, holding one file and one chunk at a time. Sizes and counts are
 * checked from the header, before a byte of content is kept.
 *
 * @throws SvcError `archive_too_large` beyond a limit, `archive_invalid` when cut short or followed
 *   by anything but zeros, `archive_unsafe` for entries other than files and folders.
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
): AsyncGenerator<TarEntry> {
  const take = taker(chunks);
  let files = 0;
  let folders = 0;
  let total = 0;
  while (true) {
    const block = await take(BLOCK);
    if (block === undefined || block.length < BLOCK) throw cutShort();
    if (isZeroBlock(block)) break;
    const header = parseTarHeader(block);
    if (header.directory) {
      if (++folders > limits.files) throw tooMany(header.name, limits.files, "folders");
    } else {
      if (++files > limits.files) throw tooMany(header.name, limits.files, "files");
      if (header.size > limits.fileBytes) {
        throw refuse(
          "archive_too_large",
          header.name,
          `has ${header.size} bytes; a file may have ${limits.fileBytes}`,
        );
      }
      total += header.size;
      if (total > limits.unpackedBytes) {
        throw refuse(
          "archive_too_large",
          header.name,
          `takes the sum of all files beyond ${limits.unpackedBytes} bytes`,
        );
      }
    }
    const padded = Math.ceil(header.size / BLOCK) * BLOCK;
    const content = await take(padded);
    if (content === undefined || content.length < padded) throw cutShort();
    yield { ...header, bytes: content.slice(0, header.size) };
  }
  await expectEnd(take);
}

/** A tar ends with two zero blocks and may be padded with zeros to a record of 20 blocks. */
async function expectEnd(take: (bytes: number) => Promise<Uint8Array | undefined>): Promise<void> {
  const second = await take(BLOCK);
  if (second === undefined || second.length < BLOCK) throw cutShort();
  for (let block: Uint8Array | undefined = second, count = 0; block; block = await take(BLOCK)) {
    if (!isZeroBlock(block) || ++count > 20) {
      throw refuse("archive_invalid", undefined, "data follows the end of the tar");
    }
  }
}

/** Returns a function that takes exactly so many bytes, fewer at the end, undefined after it. */
function taker(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return async (bytes: number): Promise<Uint8Array | undefined> => {
    if (bytes === 0) return new Uint8Array();
    const taken = new Uint8Array(bytes);
    let filled = 0;
    while (filled < bytes) {
      if (rest.length === 0) {
        const { done, value } = await iterator.next();
        if (done) break;
        rest = value;
        continue;
      }
      const part = rest.subarray(0, bytes - filled);
      taken.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
    }
    return filled === 0 ? undefined : taken.subarray(0, filled);
  };
}

function cutShort() {
  return refuse("archive_invalid", undefined, "the tar inside is cut short");
}

function tooMany(entry: string, limit: number, what: string) {
  return refuse("archive_too_large", entry, `is one too many: ${limit} ${what} are allowed`);
}
