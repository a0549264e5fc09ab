import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { collective, join, send, signUp } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const KEYS = "/api/v1/collectives/acme/signing-keys";

function pem(curve: "P-256" | "P-384" = "P-256"): string {
  return generateKeyPairSync("ec", { namedCurve: curve }).publicKey
    .export({ format: "pem", type: "spki" }).toString();
}

async function acme(registry: TestRegistry) {
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  return ada;
}

Deno.test("a key is registered, listed to members, revoked once, and stays listed", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const bob = await signUp(registry, "bob");
  await join(registry, ada, "acme", bob);
  const { cookie } = ada;
  const publicKey = pem();
  const made = await send(registry, `POST ${KEYS}`, { cookie, body: { name: "vault", publicKey } });
  assert.equal(made.status, 200);
  const { signingKey } = made.body;
  assert.match(signingKey.hint, /^[0-9a-f]{64}$/);
  assert.deepEqual([signingKey.createdBy, signingKey.revokedAt], ["ada", null]);
  const listed = await send(registry, `GET ${KEYS}`, { cookie: bob.cookie });
  assert.deepEqual(listed.body, { signingKeys: [signingKey] });

  const path = `DELETE ${KEYS}/${signingKey.id}`;
  const revoked = await send(registry, path, { cookie });
  assert.ok(revoked.body.signingKey.revokedAt);
  assert.deepEqual((await send(registry, path, { cookie })).body, revoked.body);
  const again = await send(registry, `POST ${KEYS}`, { cookie, body: { name: "x", publicKey } });
  assert.deepEqual([again.status, again.body.code], [409, "already_exists"]);
  const events = await registry.services.db.selectFrom("audit_event").select("action")
    .where("action", "like", "signing_key.%").execute();
  assert.deepEqual(events.map(({ action }) => action).sort(), [
    "signing_key.created",
    "signing_key.revoked",
  ]);
});

Deno.test("what is no public key for signing is refused: private keys, other curves, RSA, texts", async () => {
  await using registry = await testRegistry();
  const { cookie } = await acme(registry);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const wrong = [
    privateKey.export({ format: "pem", type: "pkcs8" }).toString(),
    pem("P-384"),
    generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey
      .export({ format: "pem", type: "spki" }).toString(),
    "not a key",
    "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----",
  ];
  for (const publicKey of wrong) {
    const { status } = await send(registry, `POST ${KEYS}`, {
      cookie,
      body: { name: "x", publicKey },
    });
    assert.equal(status, 400, publicKey);
  }
  assert.deepEqual((await send(registry, `GET ${KEYS}`, { cookie })).body, { signingKeys: [] });
});

Deno.test("another collective may register the same public key: it keeps nobody from their own", async () => {
  await using registry = await testRegistry();
  const { cookie } = await acme(registry);
  const eve = await signUp(registry, "eve");
  await collective(registry, eve, "evil");
  const publicKey = pem();
  const theirs = await send(registry, "POST /api/v1/collectives/evil/signing-keys", {
    cookie: eve.cookie,
    body: { name: "x", publicKey },
  });
  assert.equal(theirs.status, 200);
  const own = await send(registry, `POST ${KEYS}`, { cookie, body: { name: "x", publicKey } });
  assert.equal(own.status, 200);
  const { id } = theirs.body.signingKey;
  assert.equal((await send(registry, `DELETE ${KEYS}/${id}`, { cookie })).status, 404);
});

Deno.test("the page registers a key that the client's address fills in, and revokes it", async () => {
  await using registry = await testRegistry();
  const { cookie } = await acme(registry);
  const base = "/collectives/acme/settings";
  const publicKey = pem();
  const spki = publicKey.replace(/-----[A-Z ]+-----|\s/g, "");
  const open = async (query = "") =>
    await (await registry.request(`${base}/signing-keys${query}`, { headers: { cookie } })).text();
  assert.ok((await open(`?name=vault&publicKey=${encodeURIComponent(spki)}`)).includes(spki));
  const post = (action: string, fields: Record<string, string>) =>
    registry.request(`${base}/${action}`, {
      method: "POST",
      headers: { cookie, origin: registry.services.config.baseUrl },
      body: new URLSearchParams(fields),
    });
  const refused = await post("create-signing-key", { name: "vault", publicKey: "no" });
  assert.equal(refused.status, 400);
  assert.match(await refused.text(), /must be a P-256 or Ed25519 public key/);
  const made = await post("create-signing-key", { name: "vault", publicKey: spki });
  assert.equal(made.status, 303);
  const { id } = await registry.services.db.selectFrom("signing_key").select("id")
    .executeTakeFirstOrThrow();
  assert.match(await open(), /vault/);
  assert.equal((await post("revoke-signing-key", { id })).status, 303);
  assert.match(await open(), /revoked/);
});

Deno.test("a deleted collective's keys sign nothing more", async () => {
  await using registry = await testRegistry();
  const { cookie } = await acme(registry);
  await send(registry, `POST ${KEYS}`, { cookie, body: { name: "x", publicKey: pem() } });
  await send(registry, "POST /api/v1/collectives/acme/delete", { cookie });
  const { revoked_at } = await registry.services.db.selectFrom("signing_key").select("revoked_at")
    .executeTakeFirstOrThrow();
  assert.ok(revoked_at);
});
