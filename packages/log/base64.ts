/** The bytes of standard base64 (RFC 4648, section 4) in its one form, or undefined. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
    // White space passes through the reader, and no other text stands for the same bytes.
    return bytes.toBase64() === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
