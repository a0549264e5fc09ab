/** The lines of a stream of text, each without its end. */
export async function* lines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  for await (const chunk of bytes) {
    const [first, ...further] = decoder.decode(chunk, { stream: true }).split("\n");
    parts.push(first!);
    for (const next of further) {
      yield parts.join("");
      parts = [next];
    }
  }
}
