/** Characters of a key's checksum, its last ones. */
const CHECKSUM_DIGITS = 8;

/** What every key looks like wherever it stands, the way scanners for secrets write it. */
export const KEY_PATTERN = "\\bsvc_(?:org_|ci_)?[0-9a-f]{32}\\b";

/** The CRC-32 of the text of a key so far, prefix included, as hexadecimal characters. */
export function checksumOf(text: string): string {
  return crc32(new TextEncoder().encode(text)).toString(16).padStart(CHECKSUM_DIGITS, "0");
}

/** CRC-32 as gzip and zip have it (RFC 1952, section 8): reflected, polynomial 0xEDB88320. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/**
 * Whether a well-formed key ends with its checksum. Every key made since 2026-11-29 does; an older
 * one stays valid without, so this tells a scanner what is surely a key and nothing else.
 */
export function hasChecksum(key: string): boolean {
  return checksumOf(key.slice(0, -CHECKSUM_DIGITS)) === key.slice(-CHECKSUM_DIGITS);
}

/** The keys in a text that end with their checksum, with where each begins. */
export function keysIn(text: string): { key: string; index: number }[] {
  return [...text.matchAll(new RegExp(KEY_PATTERN, "g"))]
    .map(({ 0: key, index }) => ({ key, index }))
    .filter(({ key }) => hasChecksum(key));
}
