import { deepEqual, equal, notEqual } from "node:assert/strict";
import { toBase32 } from "./base32.ts";
import { seal, unseal } from "./seal.ts";
import { codeAt, otpauthUrl, stepOf } from "./totp.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("codes are those of RFC 6238, appendix B, of which apps show the last six digits", () => {
  const secret = bytes("12345678901234567890");
  const vectors: [number, string][] = [
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ];
  for (const [seconds, code] of vectors) {
    equal(codeAt(secret, Math.floor(seconds / 30)), code.slice(2), String(seconds));
  }
});

Deno.test("base32 is that of RFC 4648, section 10, without padding", () => {
  const vectors = {
    "": "",
    f: "MY",
    fo: "MZXQ",
    foo: "MZXW6",
    foob: "MZXW6YQ",
    fooba: "MZXW6YTB",
    foobar: "MZXW6YTBOI",
  };
  for (const [text, encoded] of Object.entries(vectors)) equal(toBase32(bytes(text)), encoded);
});

Deno.test("a code counts in its own half minute, the one before and the one after, and once", () => {
  const secret = bytes("12345678901234567890");
  const at = (step: number) => new Date(step * 30_000);
  const code = codeAt(secret, 100);
  const found = [98, 99, 100, 101, 102].map((now) => stepOf(secret, code, at(now), -1));
  deepEqual(found, [undefined, 100, 100, 100, undefined]);
  equal(stepOf(secret, code, at(100), 100), undefined);
  equal(stepOf(secret, "", at(100), -1), undefined);
});

Deno.test("what an app scans names registry and account", () => {
  const url = new URL(otpauthUrl(bytes("12345678901234567890"), "ada", "registry.example:8787"));
  equal(url.protocol, "otpauth:");
  equal(decodeURIComponent(url.pathname), "/registry.example:8787:ada");
  equal(url.searchParams.get("secret"), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
});

Deno.test("what is sealed opens under the same secret, for the same purpose, unchanged", () => {
  const sealed = seal("secret", "totp ada", bytes("hello"));
  notEqual(sealed, seal("secret", "totp ada", bytes("hello")));
  deepEqual(unseal("secret", "totp ada", sealed), bytes("hello"));
  equal(unseal("secret", "totp eve", sealed), undefined);
  equal(unseal("other", "totp ada", sealed), undefined);
  equal(unseal("secret", "totp ada", sealed.slice(0, -2)), undefined);
  for (const text of ["", "AAAA", "not base64 at all"]) {
    equal(unseal("secret", "totp ada", text), undefined);
  }
});
