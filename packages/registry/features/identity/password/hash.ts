import { randomBytes, scrypt } from "node:crypto";

/** Parameters of the identity library's own hashes, which it verifies by name and password. */
const COST = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const KEY_BYTES = 64;

/** Makes a password's stored form, `<salt>:<key>`. */
export type HashPassword = (password: string, salt: string) => Promise<string>;

/** A fresh salt: 32 hexadecimal characters from 16 random bytes. */
export function newSalt(): string {
  return randomBytes(16).toString("hex");
}

/** The salt of a stored hash. */
export function saltOf(hash: string): string {
  return hash.slice(0, hash.indexOf(":"));
}

/**
 * A password's stored form, `<salt>:<scrypt key>`, as the identity library makes it, but with a
 * salt of the caller's choice. The work is done on another thread.
 */
export function hashPassword(password: string, salt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize("NFKC"),
      salt,
      KEY_BYTES,
      COST,
      (error, key) => error ? reject(error) : resolve(`${salt}:${key.toString("hex")}`),
    );
  });
}
