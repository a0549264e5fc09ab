import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { type Evidence, wrongWithEvidence } from "./evidence.ts";
import { type ApprovalRule, asksForLess, DEFAULT_RULE, stricterRule } from "./rule.ts";
import { challengeOf, statementOf } from "./statement.ts";

const DECIDED = {
  decision: "approve",
  origin: "https://registry.test",
  id: "5f0c8a7e-0f55-4d0e-9a55-2f3f0d5b9a11",
  name: "@acme/greeter",
  version: "2026.11.21.1",
  channel: "stable",
  checksum: "0".repeat(64),
} as const;

const KEYS = {
  "ES256": generateKeyPairSync("ec", { namedCurve: "P-256" }),
  "EdDSA": generateKeyPairSync("ed25519"),
  "RS256": generateKeyPairSync("rsa", { modulusLength: 2048 }),
};

async function evidenceOf(
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  { flags = 0x05, host = "registry.test" } = {},
): Promise<Evidence> {
  const nonce = Buffer.alloc(32, 7);
  const challenge = await challengeOf(nonce, statementOf(DECIDED));
  const { origin } = DECIDED;
  const clientData = Buffer.from(JSON.stringify({ type: "webauthn.get", challenge, origin }));
  const data = Buffer.concat([
    createHash("sha256").update(host).digest(),
    Buffer.from([flags, 0, 0, 0, 1]),
  ]);
  const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
  const digest = privateKey.asymmetricKeyType === "ed25519" ? null : "sha256";
  return {
    nonce: nonce.toString("base64url"),
    publicKey: publicKey.export({ format: "jwk" }) as Evidence["publicKey"],
    credentialId: "aWQ",
    clientDataJSON: clientData.toString("base64url"),
    authenticatorData: data.toString("base64url"),
    signature: sign(digest, signed, privateKey).toString("base64url"),
  };
}

for (const [name, pair] of Object.entries(KEYS)) {
  Deno.test(`what ${name} signed is right, and nothing near it is`, async () => {
    const right = await evidenceOf(pair);
    assert.equal(await wrongWithEvidence(right, DECIDED), undefined);
    const flipped = Buffer.from(right.signature, "base64url");
    flipped[flipped.length - 1]! ^= 1;
    const signature = flipped.toString("base64url");
    const notOfKey = "the signature is not of that key";
    assert.equal(await wrongWithEvidence({ ...right, signature }, DECIDED), notOfKey);
    for (const other of Object.values(KEYS)) {
      if (other === pair) continue;
      const { publicKey } = await evidenceOf(other);
      assert.equal(await wrongWithEvidence({ ...right, publicKey }, DECIDED), notOfKey);
    }
    const touched = await evidenceOf(pair, { flags: 0x01 });
    assert.equal(await wrongWithEvidence(touched, DECIDED), "nobody was verified");
    const elsewhere = await evidenceOf(pair, { host: "evil.test" });
    assert.match((await wrongWithEvidence(elsewhere, DECIDED))!, /another host/);
  });
}

Deno.test("a rule asks for less when any part of it does, and the stricter of two has all of both", () => {
  const strict: ApprovalRule = {
    required: true,
    count: 2,
    by: "owner",
    notSelf: true,
    passkeyOnly: true,
    embargoHours: 48,
  };
  for (const key of Object.keys(DEFAULT_RULE) as (keyof ApprovalRule)[]) {
    assert.ok(asksForLess({ ...strict, [key]: DEFAULT_RULE[key] }, strict), key);
    assert.ok(!asksForLess({ ...DEFAULT_RULE, [key]: strict[key] }, DEFAULT_RULE), key);
  }
  assert.deepEqual(stricterRule(strict, DEFAULT_RULE), strict);
  assert.ok(!asksForLess(strict, strict));
});
