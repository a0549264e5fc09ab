import assert from "node:assert/strict";
import type { KeyObject } from "node:crypto";
import * as core from "@sigstore/core";
import { loadLibrary, makeVerifying } from "./library.ts";

type Verify = typeof core.crypto.verify;

/** The library's cryptography with another way to verify. */
function libraryWith(verify: Verify, frozen = false) {
  const crypto = { ...core.crypto, verify };
  return { crypto: frozen ? Object.freeze(crypto) : crypto };
}

const real: Verify = core.crypto.verify;

Deno.test("a library that verifies without a named digest is left as it is", () => {
  const withDefault: Verify = (data, key, signature, digest) =>
    real(
      data,
      key,
      signature,
      digest ??
        ((key as KeyObject).asymmetricKeyDetails?.namedCurve === "secp384r1" ? "sha384" : "sha256"),
    );
  const library = libraryWith(withDefault);
  makeVerifying(library);
  assert.equal(library.crypto.verify, withDefault);
});

Deno.test("one that takes every EC signature without a digest for wrong verifies afterwards", () => {
  const needsDigest: Verify = (data, key, signature, digest) =>
    digest === undefined ? false : real(data, key, signature, digest);
  const library = libraryWith(needsDigest);
  makeVerifying(library);
  assert.notEqual(library.crypto.verify, needsDigest);
});

Deno.test("one that still refuses everything, or accepts everything, is not used", () => {
  for (const broken of [libraryWith(() => false), libraryWith(() => true)]) {
    assert.throws(() => makeVerifying(broken), { code: "unavailable" });
  }
});

Deno.test("one whose way to verify cannot be exchanged is not used", () => {
  const frozen = libraryWith((_data, _key, _signature, digest) => digest !== undefined, true);
  assert.throws(() => makeVerifying(frozen), { code: "unavailable" });
});

Deno.test("this runtime verifies", async () => {
  await loadLibrary();
});
