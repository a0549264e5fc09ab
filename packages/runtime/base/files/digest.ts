/** SHA-256 of `content` in lower-case hexadecimal. */
export async function sha256Hex(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return new Uint8Array(digest).toHex();
}

/**
 * 64 bits of FNV-1a in lower-case hexadecimal, for names of files in which nothing is taken for something
 * else when two texts have the same. Unlike SHA-256 it is there at once: that is made by another thread,
 * which takes a millisecond to wake.
 */
export function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
