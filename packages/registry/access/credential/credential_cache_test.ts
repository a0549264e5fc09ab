import assert from "node:assert/strict";
import { credentialCache, type KnownCredential } from "./credential_cache.ts";

function known(id: string, collective = "c"): KnownCredential {
  return {
    principal: {
      kind: "collectiveToken",
      tokenId: id,
      collective: { id: collective, slug: collective },
      scopes: [],
    },
    enabled: true,
    expiresAt: undefined,
  };
}

Deno.test("a credential is forgotten after a few seconds, whatever was heard", () => {
  let time = 0;
  const cache = credentialCache(() => time);
  cache.set("h", known("t"), 0);
  time = 2_999;
  assert.ok(cache.get("h"));
  time = 3_000;
  assert.equal(cache.get("h"), undefined);
});

Deno.test("no credential is known while another process may have ended it unheard", () => {
  let current = true;
  const cache = credentialCache(() => 0, () => current);
  cache.set("h", known("t"), 0);
  current = false;
  assert.equal(cache.get("h"), undefined);
  current = true;
  assert.ok(cache.get("h"));
});

Deno.test("revoking here is immediate, and touches nothing else", () => {
  const cache = credentialCache(() => 0);
  cache.set("h1", known("t1"), 0);
  cache.set("h2", known("t2"), 0);
  cache.forget("t1");
  assert.equal(cache.get("h1"), undefined);
  assert.ok(cache.get("h2"));
});

Deno.test("a key's exchanged sessions are forgotten with it", () => {
  const cache = credentialCache(() => 0);
  const user = { id: "u", username: "ada" };
  cache.set("x", {
    principal: { kind: "exchange", keyId: "k", user },
    enabled: true,
    expiresAt: 1,
  }, 0);
  cache.forget("other");
  assert.ok(cache.get("x"));
  cache.forget("k");
  assert.equal(cache.get("x"), undefined);
});

Deno.test("a deleted collective's tokens are all forgotten", () => {
  const cache = credentialCache(() => 0);
  cache.set("h1", known("t1", "gone"), 0);
  cache.set("h2", known("t2", "gone"), 0);
  cache.set("h3", known("t3", "kept"), 0);
  cache.forgetCollective("gone");
  assert.deepEqual(["h1", "h2", "h3"].map((hash) => cache.get(hash) !== undefined), [
    false,
    false,
    true,
  ]);
});

Deno.test("the cache does not grow without bound", () => {
  const cache = credentialCache(() => 0);
  for (let index = 0; index <= 10_000; index++) cache.set(`h${index}`, known(`t${index}`), 0);
  assert.equal(cache.get("h0"), undefined);
  for (const kept of ["h1", "h9999", "h10000"]) assert.ok(cache.get(kept), kept);
});

Deno.test("all sessions are forgotten at once, keys and tokens stay", () => {
  const cache = credentialCache(() => 0);
  const user = { id: "u", username: "ada" };
  for (const kind of ["session", "sessionToken"] as const) {
    const principal = { kind, sessionId: "s", user };
    cache.set(kind, { principal, enabled: true, expiresAt: 1 }, 0);
  }
  cache.set("t", known("t"), 0);
  cache.forgetSessions();
  assert.equal(cache.get("session"), undefined);
  assert.equal(cache.get("sessionToken"), undefined);
  assert.ok(cache.get("t"));
});

Deno.test("an answer of the store from before a revocation is not remembered after it", () => {
  const cache = credentialCache(() => 0);
  const asked = cache.generation();
  cache.forget("t");
  cache.set("h", known("t"), asked);
  assert.equal(cache.get("h"), undefined);
  cache.set("h", known("t"), cache.generation());
  assert.ok(cache.get("h"));
});
