import { isAbsent } from "../../base/files/read.ts";
import { startSha256 } from "./digest.ts";

/** Bytes that are moved at a time. */
const PIECE = 256 * 1024;

/**
 * Copies from the place where `from` stands to the place where `to` stands, piece by piece.
 *
 * @param limit bytes; the copy ends there or at the end of the file
 * @returns with `checksum`: SHA-256 in hexadecimal
 * @throws SvcError `cancelled` when the signal aborts
 */
export function copyPieces(
  from: Deno.FsFile,
  to: Deno.FsFile | undefined,
  limit: number,
  signal?: AbortSignal,
) {
  const hash = startSha256();
  const piece = new Uint8Array(Math.max(1, Math.min(PIECE, limit)));
  let size = 0;
  while (size < limit) {
    signal?.throwIfAborted();
    const length = from.readSync(piece.subarray(0, Math.min(piece.length, limit - size)));
    if (length === null) break;
    const bytes = piece.subarray(0, length);
    hash.update(bytes);
    if (to !== undefined) writeWhole(to, bytes);
    size += length;
  }
  return { size, checksum: hash.digest("hex") };
}

/** Writes all of the bytes. */
export function writeWhole(file: Deno.FsFile, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) written += file.writeSync(bytes.subarray(written));
}

/**
 * Opens a regular file, and nothing else in its place: a link could lead anywhere, and a named pipe
 * would be waited for without end.
 *
 * @returns undefined when there is no such file
 */
export function openRegular(path: string): { file: Deno.FsFile; size: number } | undefined {
  try {
    const seen = Deno.lstatSync(path);
    if (!seen.isFile) return undefined;
    const file = Deno.openSync(path);
    const info = file.statSync();
    // Replaced by something else between the two looks.
    if (!info.isFile || info.ino !== seen.ino || info.dev !== seen.dev) {
      file.close();
      return undefined;
    }
    return { file, size: info.size };
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Bytes of a first line. */
export const LONGEST_LINE = 1_000_000;

/**
 * The first line of a file, without its end; `at` is the offset behind it. Undefined when there is
 * none within the limit.
 */
export function readLine(file: Deno.FsFile): { text: string; at: number } | undefined {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < LONGEST_LINE) {
    const piece = new Uint8Array(parts.length === 0 ? 2048 : 64 * 1024);
    const read = file.readSync(piece);
    if (read === null) return undefined;
    const end = piece.subarray(0, read).indexOf(10);
    parts.push(piece.subarray(0, end < 0 ? read : end));
    if (end >= 0) {
      const at = length + end + 1;
      file.seekSync(at, Deno.SeekMode.Start);
      return { text: decode(parts, at - 1), at };
    }
    length += read;
  }
  return undefined;
}

function decode(parts: readonly Uint8Array[], length: number): string {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new TextDecoder().decode(whole);
}
