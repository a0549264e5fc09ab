import { createHash } from "node:crypto";
import type { ByteRange } from "./range.ts";

/** Bytes that are read at a time; nothing more of a file is held. */
const PIECE = 64 * 1024;

/**
 * Part of a file, read as it is asked for. Whoever stops reading it, or cancels it, has it closed.
 *
 * @param whole for all of a file: `changed` makes the error with which the stream breaks off, before
 *   its last piece, where the bytes do not have that SHA-256
 */
export function fileStream(
  path: string,
  { start, end }: ByteRange,
  whole?: { sha256: string; changed: () => Error },
): ReadableStream<Uint8Array> {
  const hash = whole === undefined ? undefined : createHash("sha256");
  let file: Deno.FsFile | undefined;
  let left = end - start;
  const close = () => {
    file?.close();
    file = undefined;
  };
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      try {
        if (file === undefined) {
          file = await Deno.open(path);
          if (start > 0) await file.seek(start, Deno.SeekMode.Start);
        }
        const piece = await pieceOf(file, Math.min(PIECE, left));
        left -= piece.length;
        hash?.update(piece);
        if (left === 0 && hash !== undefined && hash.digest("hex") !== whole!.sha256) {
          throw whole!.changed();
        }
        if (piece.length > 0) controller.enqueue(piece);
        if (left > 0) return;
        close();
        controller.close();
        if (piece.length === 0) controller.byobRequest?.respond(0);
      } catch (error) {
        close();
        throw error;
      }
    },
    cancel: close,
  }, { highWaterMark: 0 });
}

/** Exactly so many bytes: fewer would leave the other end waiting for the rest. */
async function pieceOf(file: Deno.FsFile, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const piece = new Uint8Array(length);
  for (let at = 0; at < length;) {
    const read = await file.read(piece.subarray(at));
    if (read === null) throw new Error("the file became shorter while it was read");
    at += read;
  }
  return piece;
}
