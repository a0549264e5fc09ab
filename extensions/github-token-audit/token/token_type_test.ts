import assert from "node:assert/strict";
import { claimsOf } from "./claims.ts";
import { hashedToken } from "../methods/audit.ts";
import { tokenTypeOf } from "./token_type.ts";

const HEX = "0123456789abcdef0123456789ABCDEF01234567";

/** A signed token whose payload says this. */
const signed = (payload: object) =>
  `${btoa('{"alg":"RS256"}')}.${btoa(JSON.stringify(payload)).replaceAll("=", "")}.c2lnbmF0dXJl`;

const TYPES: Record<string, string> = {
  ghp_x: "classic",
  [HEX]: "classic-or-oauth",
  github_pat_11A_b: "fine-grained",
  gho_x: "oauth-app",
  ghu_x: "app-user",
  ghs_x: "app-installation",
  [`ghs_123_${signed({})}`]: "app-installation",
  [`v1.${HEX}`]: "app-installation",
  ghr_x: "app-refresh",
  [signed({})]: "app-jwt",
  // What only looks similar is not guessed at.
  [HEX.slice(1)]: "unknown",
  [`${HEX}0`]: "unknown",
  "eyJhbGciOiJSUzI1NiJ9.e30": "unknown",
  "eyJhbGciOiJSUzI1NiJ9.e30.c2ln.c2ln": "unknown",
  GHP_x: "unknown",
  xghp_x: "unknown",
  github_x: "unknown",
};

for (const [token, type] of Object.entries(TYPES)) {
  Deno.test(`a token like ${token.slice(0, 30)} is ${type}`, () => {
    assert.equal(tokenTypeOf(token), type);
  });
}

Deno.test("an installation's token names its app and its end, unless it is opaque", () => {
  const token = `ghs_4711_${signed({ exp: 1_800_000_000 })}`;
  assert.deepEqual(claimsOf(token), { appId: 4711, expiresAt: "2027-01-15T08:00:00.000Z" });
  assert.deepEqual(claimsOf("ghs_4711"), { appId: null, expiresAt: null });
  assert.deepEqual(claimsOf("ghp_4711_eyJ.e30.x"), { appId: null, expiresAt: null });
});

Deno.test("a signed token without a usable end has none", () => {
  for (const exp of [undefined, null, "soon", 1e30, {}]) {
    assert.equal(claimsOf(signed({ exp })).expiresAt, null, `${exp}`);
  }
  assert.equal(claimsOf("eyJ.%%%.x").expiresAt, null);
  assert.equal(claimsOf(`eyJ.${btoa("null")}.x`).expiresAt, null);
});

Deno.test("the hash is the base64 SHA-256 that the platform's audit log shows", async () => {
  // As `printf %s abc | openssl dgst -sha256 -binary | base64` prints it.
  assert.equal(await hashedToken("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
});
