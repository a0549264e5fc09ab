import { LIMITS } from "@svc/core/limit";

/** The longest message, in bytes. */
export const LONGEST_LINE = LIMITS.requestBodyBytes;

/** A line of input; `too long` in the place of one that was longer than allowed and is not kept. */
export type Line = { text: string } | { tooLong: true };

const NEWLINE = 10;

/** The lines of a stream. One that never ends is not kept in memory. */
export async function* linesOf(
  stream: AsyncIterable<Uint8Array>,
  longest: number = LONGEST_LINE,
): AsyncGenerator<Line> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (part: Uint8Array) => {
    length += part.length;
    if (length <= longest) parts.push(part);
    else parts = [];
  };
  const line = (): Line => {
    const whole: Line = length > longest ? { tooLong: true } : { text: textOf(parts) };
    parts = [];
    length = 0;
    return whole;
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end));
      yield line();
      from = end + 1;
    }
    take(chunk.slice(from));
  }
  if (length > 0) yield line();
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
