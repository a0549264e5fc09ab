import { checksumOf } from "./checksum.ts";
import { KEY_PREFIXES, type KeyKind } from "./key.ts";

/**
 * A fresh key: the kind's prefix and 32 hexadecimal characters (spec §2.3), 24 of them from 12 random
 * bytes and the last 8 their checksum, so that whoever finds one in a file knows it for a key.
 */
export function generateKey(kind: KeyKind): string {
  const text = KEY_PREFIXES[kind] + crypto.getRandomValues(new Uint8Array(12)).toHex();
  return text + checksumOf(text);
}
