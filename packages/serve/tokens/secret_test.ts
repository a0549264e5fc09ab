import assert from "node:assert/strict";
import { newSecret, sameHash, secretHash } from "./secret.ts";

Deno.test("a secret is 64 hexadecimal digits, and never the same", () => {
  const secrets = Array.from({ length: 100 }, newSecret);
  for (const secret of secrets) assert.match(secret, /^[0-9a-f]{64}$/);
  assert.equal(new Set(secrets).size, 100);
});

Deno.test("what is kept of a secret is its SHA-256", () => {
  assert.equal(
    secretHash("abc"),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

Deno.test("two hashes are the same in every digit or not at all", () => {
  const hash = secretHash("abc");
  assert.equal(sameHash(hash, secretHash("abc")), true);
  for (let index = 0; index < hash.length; index++) {
    const digit = hash[index] === "0" ? "1" : "0";
    const other = hash.slice(0, index) + digit + hash.slice(index + 1);
    assert.equal(sameHash(hash, other), false, `digit ${index}`);
    assert.equal(sameHash(other, hash), false, `digit ${index}`);
  }
  for (const other of ["", hash.slice(0, -1), `${hash}0`, hash.slice(1)]) {
    assert.equal(sameHash(hash, other), false);
    assert.equal(sameHash(other, hash), false);
  }
});
