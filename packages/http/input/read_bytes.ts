import { SvcError } from "@svc/core/error";

/**
 * The bytes of a request's or an answer's body, no more than `limit` of them; empty without a body.
 *
 * @param signal ends the reading: what it was aborted with is thrown
 * @throws SvcError `body_too_large`
 */
export async function readBytes(
  request: Pick<Request | Response, "headers" | "body">,
  limit: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  const stop = () => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) break;
      length += value.byteLength;
      if (length > limit) throw tooLarge(limit);
      chunks.push(value as Uint8Array<ArrayBuffer>);
    }
    return new Uint8Array(await new Blob(chunks).arrayBuffer());
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}

function tooLarge(limit: number): SvcError {
  return new SvcError("body_too_large", `The body is larger than ${limit} bytes`, {
    hint: `Send at most ${limit} bytes.`,
  });
}
