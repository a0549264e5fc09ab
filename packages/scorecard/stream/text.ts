/**
 * All text of a stream, or undefined when it has more than `maxBytes`: the stream is then cancelled
 * and nothing more of it is held.
 */
export async function boundedText(
  stream: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of stream ?? []) {
    length += part.length;
    if (length > maxBytes) return undefined;
    parts.push(part);
  }
  return await new Blob(parts).text();
}
