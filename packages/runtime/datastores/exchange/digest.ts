import { createHash, type Hash } from "node:crypto";

/** SHA-256 of a text in lower-case hexadecimal, at once. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** SHA-256 of bytes that come piece by piece. */
export function startSha256(): Hash {
  return createHash("sha256");
}
