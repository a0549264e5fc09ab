import { createHash } from "node:crypto";

/** SHA-256 in hexadecimal. */
export function sha256(...pieces: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}
