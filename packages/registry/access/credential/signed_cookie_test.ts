import assert from "node:assert/strict";
import fc from "fast-check";
import { cookieVerifier } from "./signed_cookie.ts";

const SECRET = "a test's secret, thirty-two characters or more";

async function sign(token: string, secret = SECRET): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(token));
  return `${token}.${new Uint8Array(signature).toBase64()}`;
}

Deno.test("a signed cookie gives its token", async () => {
  for (const token of ["abc.def", "a"]) {
    assert.equal(await cookieVerifier(SECRET).token(await sign(token)), token);
  }
  assert.equal(await cookieVerifier(SECRET).token(await sign("")), undefined, "no token at all");
});

Deno.test("a cookie signed with another secret gives nothing", async () => {
  assert.equal(await cookieVerifier(SECRET).token(await sign("abc", "other")), undefined);
});

Deno.test("no change to a cookie goes unseen", async () => {
  const cookie = await sign("abcdef");
  const verifier = cookieVerifier(SECRET);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(cookie.length - 2),
      fc.constantFrom(..."abcXYZ019+/."),
      async (at, character) => {
        const changed = cookie.slice(0, at) + character + cookie.slice(at + 1);
        // The last digit before the padding carries unused bits, so it alone has spellings that mean the same.
        fc.pre(changed !== cookie && at < cookie.length - 2);
        assert.equal(await verifier.token(changed), undefined);
      },
    ),
  );
});

Deno.test("garbage is not a cookie", async () => {
  const verifier = cookieVerifier(SECRET);
  for (const text of ["", ".", "abc", "abc.", ".abc", "abc.!!!", "a".repeat(5000)]) {
    assert.equal(await verifier.token(text), undefined, text);
  }
});
