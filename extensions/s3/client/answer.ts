import { StoreFailure } from "./failure.ts";

/** An answer of the store, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** The most that is read of an answer which is not an object: error documents and the like. */
const LARGEST_ERROR_BYTES = 64 * 1024;

/**
 * Reads an answer, of a success at most `limit` bytes. Whatever is longer is cut off the wire.
 *
 * @throws StoreFailure `bad_answer` when it is longer, or ends before the length it announced
 */
export async function readAnswer(response: Response, limit: number): Promise<Answer> {
  const most = response.ok ? limit : LARGEST_ERROR_BYTES;
  const announced = response.headers.get("content-length");
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => {});
      // The code in an error document is all that is of use, and it stands at the start.
      if (!response.ok) break;
      throw new StoreFailure("bad_answer", `an answer is longer than ${limit} bytes`);
    }
    pieces.push(value);
  }
  if (response.ok && announced !== null && reader !== undefined && length < Number(announced)) {
    throw new StoreFailure("bad_answer", "an answer ended early");
  }
  return { status: response.status, headers: response.headers, body: joined(pieces) };
}

/**
 * The ETag of an answer as it is sent back to the store, quotes included.
 *
 * @throws StoreFailure `bad_answer` without a valid one
 */
export function etagOf(headers: Headers): string {
  // A proxy that compresses marks it as weak; it is the same object.
  const etag = headers.get("etag")?.replace(/^W\//, "") ?? "";
  const match = /^"?([!#-~]{1,128})"?$/.exec(etag);
  if (match === null) throw new StoreFailure("bad_answer", "an answer has no valid ETag");
  return `"${match[1]}"`;
}

/** Byte arrays one after the other. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
