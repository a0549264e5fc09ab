import type { Admitted } from "./admission.ts";
import { checkClaims, PAX_BYTES, type PaxClaims, readPax } from "./pax.ts";
import { refuse } from "./refusal.ts";
import { BLOCK, isZeroBlock, parseTarHeader, type TarHeader } from "./tar_header.ts";

/** One entry with its content. */
export interface TarEntry extends TarHeader {
  /** Relative to the root of the archive. */
  path: string;
  bytes: Uint8Array;
}

/** Bytes of content that is passed over, at a time. */
const STRIDE = 64 * BLOCK;

/** Pax headers for all entries that an archive may have: tools write one, with a comment. */
const GLOBAL_HEADERS = 4;

const NO_CLAIMS: PaxClaims = new Map();

/**
 * Yields the entries of a tar stream that are kept, holding one file and one chunk at a time.
 *
 * @param admit asked with each header, before a byte of content is kept; throws what it refuses
 * @throws SvcError `archive_invalid` when cut short or followed by anything but zeros, `archive_unsafe`
 *   for entries other than files and folders, what `admit` throws.
 */
export async function* readTar(
  chunks: AsyncIterable<Uint8Array>,
  admit: (header: TarHeader) => Admitted,
): AsyncGenerator<TarEntry> {
  const take = taker(chunks);
  let claims = NO_CLAIMS;
  let globals = 0;
  while (true) {
    const block = await take(BLOCK);
    if (block === undefined || block.length < BLOCK) throw cutShort();
    if (isZeroBlock(block)) break;
    const header = parseTarHeader(block);
    if ("pax" in header) {
      const global = header.pax === "all";
      const said = readPax(await readPaxBytes(take, header, claims), header.name, global);
      if (!global) claims = said;
      else if (++globals > GLOBAL_HEADERS) {
        throw refuse("archive_too_large", header.name, "is one global pax header too many");
      }
      continue;
    }
    checkClaims(claims, header);
    claims = NO_CLAIMS;
    const { path, kept } = admit(header);
    if (kept) yield { ...header, path, bytes: await contentOf(take, header.size) };
    else await skip(take, header.size);
  }
  await expectEnd(take);
}

/** Takes so many bytes, fewer at the end, undefined after it. */
type Take = (bytes: number) => Promise<Uint8Array | undefined>;

async function readPaxBytes(take: Take, { name, size }: TarHeader, claims: PaxClaims) {
  if (claims !== NO_CLAIMS) throw refuse("archive_unsafe", name, "is a pax header after another");
  if (size > PAX_BYTES) {
    throw refuse("archive_too_large", name, `is a pax header of ${size} bytes`);
  }
  return await contentOf(take, size);
}

async function contentOf(take: Take, size: number): Promise<Uint8Array> {
  const padded = paddedSize(size);
  const content = await take(padded);
  if (content === undefined || content.length < padded) throw cutShort();
  return content.slice(0, size);
}

async function skip(take: Take, size: number): Promise<void> {
  for (let left = paddedSize(size); left > 0; left -= STRIDE) {
    const wanted = Math.min(left, STRIDE);
    if ((await take(wanted))?.length !== wanted) throw cutShort();
  }
}

function paddedSize(size: number): number {
  return Math.ceil(size / BLOCK) * BLOCK;
}

/** A tar ends with two zero blocks and may be padded with zeros to a record of 20 blocks. */
async function expectEnd(take: Take): Promise<void> {
  const second = await take(BLOCK);
  if (second === undefined || second.length < BLOCK) throw cutShort();
  for (let block: Uint8Array | undefined = second, count = 0; block; block = await take(BLOCK)) {
    if (!isZeroBlock(block) || ++count > 20) {
      throw refuse("archive_invalid", undefined, "data follows the end of the tar");
    }
  }
}

function taker(chunks: AsyncIterable<Uint8Array>): Take {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return async (bytes) => {
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
