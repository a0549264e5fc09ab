import { createHash } from "node:crypto";

/** A strong ETag of an answer. */
export function etagOf(body: Uint8Array): string {
  return `"${createHash("sha256").update(body).digest("base64url").slice(0, 32)}"`;
}

/** Whether the other end has what this tag stands for already (`If-None-Match`, RFC 9110, 13.1.2). */
export function isUnchanged(known: string | null, etag: string): boolean {
  if (known === null) return false;
  return known.trim() === "*" ||
    known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
}
