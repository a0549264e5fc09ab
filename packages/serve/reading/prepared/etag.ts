import { createHash } from "node:crypto";

/** A strong ETag of an answer. */
export function etagOf(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 32)}"`;
}
