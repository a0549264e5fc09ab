import type { Reply } from "@svc/http/listener";
import type { ReadingKey } from "../inputs/inputs.ts";
import type { Evidence, Made } from "./prepared.ts";
import { createHash } from "node:crypto";

const HEADERS = {
  "content-type": "application/json",
  "cache-control": "private, no-cache",
  "x-content-type-options": "nosniff",
};

/** Bytes up to which a text is faster. */
const SHORT = 16 * 1024;

/** The answer with this JSON text. */
export function prepare(
  key: ReadingKey,
  body: Uint8Array<ArrayBuffer>,
  evidence: Evidence | undefined,
): Made {
  const etag = etagOf(body);
  const headers = { ...HEADERS, "content-length": String(body.byteLength), etag };
  return {
    key,
    // A text goes out together with its head.
    reply: {
      status: 200,
      headers,
      body: body.byteLength <= SHORT ? new TextDecoder().decode(body) : body,
    },
    etag,
    bytes: body.byteLength,
    evidence,
  };
}

/** The answer to whoever has it already. */
export function unchanged(etag: string): Reply {
  return { status: 304, headers: { ...HEADERS, etag }, body: null };
}

/** A strong ETag of an answer. */
export function etagOf(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 32)}"`;
}
