import { isSvcError, SvcError } from "@svc/core/error";
import { assertModestJson } from "@svc/core/json";
import { LIMITS } from "@svc/core/limit";
import { readBytes } from "./read_bytes.ts";

/**
 * The JSON value of a request's body, or undefined when there is no body.
 * Reads no more than `limit` bytes.
 *
 * @throws SvcError `body_too_large`; what {@linkcode jsonBody} throws
 */
export async function readJsonBody(
  request: Request,
  limit: number = LIMITS.requestBodyBytes,
): Promise<unknown> {
  return jsonBody(request, await readBytes(request, limit));
}

/**
 * The JSON value of a body that was read, or undefined when there is none.
 *
 * @throws SvcError `body_too_large`, `unsupported_media_type`, `malformed_body`, `nested_too_deeply`
 */
export function jsonBody({ headers }: Pick<Request, "headers">, bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return undefined;
  const type = headers.get("content-type") ?? "";
  if (!/^application\/(?:[a-z.-]+\+)?json(?:\s*;|$)/i.test(type.trim())) {
    throw new SvcError("unsupported_media_type", "The body must be JSON", {
      hint: "Send the header 'Content-Type: application/json'.",
    });
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    assertModestJson(text, LIMITS.json);
    return JSON.parse(text);
  } catch (error) {
    if (isSvcError(error)) throw error;
    throw new SvcError("malformed_body", "The body is not valid JSON in UTF-8", {
      hint: "Check quotes and commas, or let a JSON library write the body.",
      cause: error,
    });
  }
}
