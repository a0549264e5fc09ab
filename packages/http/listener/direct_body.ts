/**
 * Sends a body piece by piece. What `write` was given may be used again once it has settled; it fails
 * when the connection is gone.
 */
export type SendBody = (write: (piece: Uint8Array) => Promise<void>) => Promise<void>;

/** What a body is, beside a stream. */
export type Direct = Uint8Array | SendBody;

const DIRECT = new WeakMap<ReadableStream, Direct>();

/**
 * Says what `stream` is, so that the listener can send that and never touches the stream: pieces of a
 * stream are new memory each time, which costs more than sending them. Others read it as any other.
 */
export function directBody<Stream extends ReadableStream<Uint8Array>>(
  stream: Stream,
  send: SendBody,
): Stream {
  DIRECT.set(stream, send);
  return stream;
}

/** Bytes as a stream that the listener sends as they are; others who read it get a copy of their own. */
export function bytesBody(bytes: Uint8Array): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (bytes.length > 0) controller.enqueue(bytes.slice());
      controller.close();
    },
  }, { highWaterMark: 0 });
  DIRECT.set(stream, bytes);
  return stream;
}

/** What the body of an answer is, where its maker has said so and nobody has begun to read it. */
export function directOf({ body, bodyUsed }: Response): Direct | undefined {
  return body === null || bodyUsed || body.locked ? undefined : DIRECT.get(body);
}
