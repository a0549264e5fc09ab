import { SvcError } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";

/**
 * The JSON value of a request's body, or undefined when there is no body.
 * Reads no more than `limit` bytes.
 *
 * @throws SvcError `body_too_large`, `unsupported_media_type`, `malformed_body`
 */
export async function readJsonBody(
  request: Request,
  limit: number = LIMITS.requestBodyBytes,
): Promise<unknown> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  const bytes = await readBounded(request.body, limit);
  if (bytes.byteLength === 0) return undefined;
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/(?:[a-z.-]+\+)?json(?:\s*;|$)/i.test(type.trim())) {
    throw new SvcError("unsupported_media_type", "The body must be JSON", {
      hint: "Send the header 'Content-Type: application/json'.",
    });
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new SvcError("malformed_body", "The body is not valid JSON in UTF-8", {
      hint: "Check quotes and commas, or let a JSON library write the body.",
      cause: error,
    });
  }
}

async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function tooLarge(limit: number): SvcError {
  return new SvcError("body_too_large", `The body is larger than ${limit} bytes`, {
    hint: `Send at most ${limit} bytes.`,
  });
}
