import { after } from "@svc/core/timer";

/** How the lines of a stream are read. */
interface LinesOptions {
  /** Resolves when the writer has ended. What it left behind may hold the stream open. */
  writerEnded?: Promise<unknown>;
  /** How long the stream may then be silent before it is left, in milliseconds; default 500. */
  quietMs?: number;
  /** Longest line accepted, in characters; default 64 MB. */
  longest?: number | undefined;
}

/** Characters of the longest line that is taken where nobody says another length. */
export const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * The lines of a stream as text, until it ends.
 *
 * @throws RangeError on a line that is too long
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  { writerEnded, quietMs = 500, longest = LONGEST_LINE }: LinesOptions = {},
): AsyncGenerator<string> {
  const reader = patientReader(stream, writerEnded, quietMs);
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value: chunk } = await reader.read();
    if (done) break;
    let text = decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield parts.join("") + text.slice(0, end);
      parts = [];
      length = 0;
      text = text.slice(end + 1);
    }
    if (text === "") continue;
    parts.push(text);
    length += text.length;
    if (length > longest) throw new RangeError(`a line is longer than ${longest} characters`);
  }
  if (parts.length > 0) yield parts.join("");
}

/** Reads until the stream ends, or stays silent after its writer has ended. */
function patientReader(
  stream: ReadableStream<Uint8Array>,
  writerEnded: Promise<unknown> | undefined,
  quietMs: number,
): Pick<ReadableStreamDefaultReader<Uint8Array>, "read"> {
  const reader = stream.getReader();
  let ended = false;
  let reading = false;
  let timer: Disposable | undefined;
  // Only silence counts: whoever reads may take its time between two lines.
  const arm = () => {
    if (ended && reading) timer = after(quietMs, () => void reader.cancel());
  };
  writerEnded?.then(() => {
    ended = true;
    arm();
  });
  return {
    async read() {
      reading = true;
      arm();
      try {
        return await reader.read();
      } finally {
        reading = false;
        timer?.[Symbol.dispose]();
      }
    },
  };
}
