import { hash } from "node:crypto";

/** A new secret: 32 random bytes as 64 hexadecimal digits. */
export function newSecret(): string {
  return crypto.getRandomValues(new Uint8Array(32)).toHex();
}

/**
 * The stored form of a secret: its SHA-256, in hexadecimal. A slow hash makes guessing dear where
 * people choose the secret; nobody guesses one of 2^256 random ones, however fast the hash is, and each
 * request would pay for it.
 */
export function secretHash(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function sameHash(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
