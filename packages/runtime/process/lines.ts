/** Longest line accepted, in characters. */
const LONGEST = 64 * 1024 * 1024;

/**
 * The lines of a stream as text, until it ends or `signal` aborts.
 *
 * @throws RangeError on a line longer than 64 MB
 */
export async function* linesOf(
  stream: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const reader = stream.getReader();
  signal?.addEventListener("abort", () => void reader.cancel(), { once: true });
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
