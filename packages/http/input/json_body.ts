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
 * The JSON value of a body that was read, or undefined when there is none. It is as it came: nobody
 * compresses what is so small, and what is compressed could be any size.
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
  if (!/^(?:identity)?$/i.test(headers.get("content-encoding") ?? "")) {
    throw new SvcError("unsupported_media_type", "A compressed body is not supported", {
      hint: "Send it without compression and without the header Content-Encoding.",
    });
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    assertModestJson(text, LIMITS.json);
    const value: unknown = JSON.parse(text);
    // UTF-8 has no halves: stored, each would become another text than the one that was sent.
    if (HALF.test(text) && HALF.test(JSON.stringify(value))) throw new Error("half a character");
    return value;
  } catch (error) {
    if (isSvcError(error)) throw error;
    throw new SvcError("malformed_body", "The body is not valid JSON in UTF-8", {
      hint: "Check quotes and commas, or let a JSON library write the body.",
      cause: error,
    });
  }
}

/** An escaped surrogate in a JSON text; in one that `JSON.stringify` wrote, one that lacks its other half. */
const HALF = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;
