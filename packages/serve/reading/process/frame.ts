import type { ErrorBody } from "@svc/core/error";

/** What stands in a line before the bytes of an answer. */
export type Head =
  | { bytes: number }
  | { refused: ErrorBody & { status: number } }
  /** A bug, for the log. */
  | { failed: string };

/** Bytes of the longest answer: whoever wants more asks for pages. */
export const LONGEST_ANSWER = 64 * 1024 * 1024;

/** Reads heads and answers from what a reader writes. */
export interface Frames {
  /** The next line as JSON; undefined at the end. */
  head(): Promise<unknown>;
  /** Exactly so many bytes. */
  bytes(length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Frames of a stream. Bytes are copied once, into the answer. */
export function framesOf(stream: ReadableStream<Uint8Array>): Frames {
  const reader = stream.getReader();
  let rest: Uint8Array = new Uint8Array();
  const more = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (done) return false;
    rest = value;
    return true;
  };
  return {
    async head() {
      const decoder = new TextDecoder();
      let text = "";
      for (;;) {
        const end = rest.indexOf(10);
        text += decoder.decode(end < 0 ? rest : rest.subarray(0, end), { stream: end < 0 });
        if (end >= 0) {
          rest = rest.subarray(end + 1);
          return JSON.parse(text);
        }
        if (!await more()) return undefined;
      }
    },
    async bytes(length) {
      const all = new Uint8Array(length);
      for (let at = 0; at < length;) {
        if (rest.length === 0 && !await more()) throw new Error("a reader ended amid an answer");
        const piece = rest.subarray(0, length - at);
        all.set(piece, at);
        at += piece.length;
        rest = rest.subarray(piece.length);
      }
      return all;
    },
  };
}
