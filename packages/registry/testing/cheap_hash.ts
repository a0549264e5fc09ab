import { scrypt } from "node:crypto";
import type { HashPassword } from "../features/identity/password/hash.ts";

/**
 * Hashes as the registry does, for a thousandth of the time. With the real cost, the passwords of its
 * accounts would be most of what a test of something else computes.
 */
export const hashCheaply: HashPassword = (password, salt) =>
  new Promise((resolve, reject) => {
    scrypt(
      password.normalize("NFKC"),
      salt,
      64,
      { N: 2, r: 1, p: 1 },
      (error, key) => error ? reject(error) : resolve(`${salt}:${key.toString("hex")}`),
    );
  });
