/** Longest line accepted, in characters. */
const LONGEST = 64 * 1024 * 1024;

/** How long a stream may be silent after its writer has ended, in milliseconds. */
const QUIET_MS = 500;

/**
 * The lines of a stream as text, until it ends. A program that the writer left behind may hold the
 * stream open: once `writerEnded` has resolved, a silent stream is left.
 *
 * @throws RangeError on a line longer than 64 MB
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  writerEnded?: Promise<unknown>,
  quietMs = QUIET_MS,
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
    if (length > LONGEST) throw new RangeError("a line is longer than 64 MB");
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Only silence counts: whoever reads may take its time between two lines.
  const arm = () => {
    if (ended && reading) timer = setTimeout(() => void reader.cancel(), quietMs);
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
        clearTimeout(timer);
      }
    },
  };
}
