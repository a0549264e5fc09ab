import { lstatIfPresent } from "../../base/files/read.ts";
import type { CallOf } from "../../sandbox/protocol.ts";
import { contentFile, type DataOwner } from "../../data/store/folder.ts";
import type { DataMetadata } from "../../data/store/item.ts";
import { contentOf, type DataReadInput, itemOf, ownerOf } from "./data_items.ts";

/** A piece of the content of a data item. */
interface ContentPiece {
  base64: string;
  /** Bytes of the whole content. */
  size: number;
  version: number;
}

/** Bytes sent at once; a multiple of three, so that base64 needs no padding in between. */
const PIECE = 3 * 1024 * 1024;

/** The bytes of a data item from `offset` on, as many as fit one answer; null when it is absent. */
export async function getContent(
  input: DataReadInput,
  call: CallOf<"getContent">,
): Promise<ContentPiece | null> {
  const owner = await ownerOf(input, call);
  const item = owner && await itemOf(input, owner, call.name, call.version);
  if (!owner || item === undefined) return null;
  const { size, version } = item;
  const offset = call.offset ?? 0;
  const piece = await pieceOf(input, owner, item, offset);
  return { base64: piece.toBase64(), size, version };
}

/** Content of one piece is compared with its checksum; of more, only what is asked for is read. */
async function pieceOf(
  input: DataReadInput,
  owner: DataOwner,
  item: DataMetadata,
  offset: number,
): Promise<Uint8Array> {
  const { repository } = input;
  if (item.size > PIECE) {
    const path = contentFile(repository, owner, item.name, item.version);
    const piece = await filePiece(path, offset, Math.min(PIECE, item.size - offset));
    if (piece !== undefined) return piece;
  }
  // What is small, or waits in memory for the run to succeed.
  const whole = await contentOf(input, owner, item);
  return whole.subarray(offset, offset + PIECE);
}

async function filePiece(
  path: string,
  offset: number,
  length: number,
): Promise<Uint8Array | undefined> {
  // A repository may bring a pipe or a link in its place.
  if (!(await lstatIfPresent(path))?.isFile) return undefined;
  using open = await Deno.open(path);
  const piece = new Uint8Array(Math.max(length, 0));
  await open.seek(offset, Deno.SeekMode.Start);
  let filled = 0;
  while (filled < piece.length) {
    const count = await open.read(piece.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return piece.subarray(0, filled);
}
