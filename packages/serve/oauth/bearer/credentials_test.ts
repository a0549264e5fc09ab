import assert from "node:assert/strict";
import { openProvider } from "../provider/mod.ts";
import { parseRules } from "../admission/rule.ts";
import { accessCredentials } from "./credentials.ts";

const ADDRESS = "203.0.113.7";
const SERVER = "https://serve.test";

const base64 = (value: unknown) =>
  new TextEncoder().encode(JSON.stringify(value))
    .toBase64({ alphabet: "base64url", omitPadding: true });

/** Credentials of a server whose registry has one key, and what signs tokens with it. */
async function setUp() {
  const now = new Date();
  const pair = await crypto.subtle.generateKey("Ed25519", true, [
    "sign",
    "verify",
  ]) as CryptoKeyPair;
  const jwk = { ...await crypto.subtle.exportKey("jwk", pair.publicKey), kid: "1", alg: "EdDSA" };
  const opened = openProvider("https://registry.test", () => now, {});
  const provider = {
    ...opened,
    keys: { forKey: () => Promise.resolve({ keys: [jwk] } as never) },
  };
  const credentials = accessCredentials({
    provider,
    rules: parseRules({ collectives: [], users: ["ada"] }),
    log: { info() {}, warn() {}, error() {} },
    now: () => now,
    publicUrl: SERVER,
  });
  const issued = Math.floor(now.getTime() / 1000);
  const text = `${base64({ alg: "EdDSA", typ: "at+jwt", kid: "1" })}.${
    base64({
      iss: provider.metadata().issuer,
      aud: SERVER,
      sub: "ada-id",
      preferred_username: "ada",
      client_id: "agent",
      scope: "serve",
      jti: "one",
      iat: issued,
      exp: issued + 600,
    })
  }`;
  const signature = await crypto.subtle.sign(
    "Ed25519",
    pair.privateKey,
    new TextEncoder().encode(text),
  );
  const good = `${text}.${
    new Uint8Array(signature).toBase64({ alphabet: "base64url", omitPadding: true })
  }`;
  const ask = async (token: string, address = ADDRESS) => {
    const headers = { authorization: `Bearer ${token}` };
    try {
      return (await credentials.resolve(new Request(`${SERVER}/`, { headers }), address)).name;
    } catch (error) {
      return (error as { code?: string }).code;
    }
  };
  return { good, forged: `${text}.${"A".repeat(86)}`, ask };
}

Deno.test("forged access tokens use up what their network may try, and no good token of it", async () => {
  const { good, forged, ask } = await setUp();
  const codes = new Set<string | undefined>();
  for (let n = 0; n < 60; n++) codes.add(await ask(forged));
  assert.deepEqual([...codes], ["not_authenticated", "rate_limited"]);
  assert.equal(await ask(forged, "198.51.100.1"), "not_authenticated", "another network");
  for (let n = 0; n < 60; n++) assert.equal(await ask(good), "ada");
  assert.equal(await ask(forged), "rate_limited", "good ones give the forger nothing back");
});
