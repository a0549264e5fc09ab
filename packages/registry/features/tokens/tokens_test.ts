import assert from "node:assert/strict";
import { hashKey } from "@svc/core/key";
import { collective, join, personalKey, send, signUp, token } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const TOKENS = "/api/v1/collectives/acme/api-tokens";

async function acme(registry: TestRegistry) {
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  return ada;
}

Deno.test("creating a token shows the raw key once, and stores its SHA-256 only (spec 2.3, 5.5)", async () => {
  await using registry = await testRegistry();
  const { cookie } = await acme(registry);
  const { status, body } = await send(registry, `POST ${TOKENS}`, {
    cookie,
    body: { name: "ci", scopes: ["extensions:push", "collective:read", "extensions:push"] },
  });
  assert.equal(status, 200);
  assert.match(body.key, /^svc_org_[0-9a-f]{32}$/);
  assert.deepEqual(Object.keys(body.token).toSorted(), [
    "createdAt",
    "createdBy",
    "enabled",
    "expiresAt",
    "id",
    "keyPrefix",
    "lastUsedAt",
    "name",
    "scopes",
  ]);
  assert.deepEqual(body.token.scopes, ["extensions:push", "collective:read"]);
  assert.equal(body.key.startsWith(body.token.keyPrefix), true);
  const list = await send(registry, `GET ${TOKENS}`, { cookie });
  assert.deepEqual(list.body, { tokens: [body.token] });
  const [row] = await registry.services.db.selectFrom("collective_token").selectAll().execute();
  assert.equal(row!.key_hash, await hashKey(body.key));
  assert.ok(!JSON.stringify(row).includes(body.key));
  assert.ok(!registry.logged.join("").includes(body.key));
});

Deno.test("a 26th token is refused, also under 100 parallel creates", async () => {
  await using registry = await testRegistry();
  const { cookie } = await acme(registry);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      send(registry, `POST ${TOKENS}`, {
        cookie,
        body: { name: `t${index}`, scopes: ["lab:read"] },
      })),
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, 25);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.every(({ status, body }) => status === 400 && body.code === "token_limit"));
  const { body } = await send(registry, `GET ${TOKENS}`, { cookie });
  assert.equal(body.tokens.length, 25);
  await send(registry, `PATCH ${TOKENS}/${body.tokens[0].id}`, {
    cookie,
    body: { enabled: false },
  });
  const create = () =>
    send(registry, `POST ${TOKENS}`, { cookie, body: { name: "x", scopes: ["lab:read"] } });
  assert.equal((await create()).body.code, "token_limit", "a revoked token still counts");
  await send(registry, `DELETE ${TOKENS}/${body.tokens[0].id}`, { cookie });
  assert.equal((await create()).status, 200, "a deleted one does not");
});

Deno.test("a revoked token stays listed, authenticates no more, and is never enabled again (spec 3.1)", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const { cookie } = ada;
  const { id, key } = await token(registry, ada, "acme", ["collective:read"]);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 200);
  for (let again = 0; again < 2; again++) {
    const revoked = await send(registry, `PATCH ${TOKENS}/${id}`, {
      cookie,
      body: { enabled: false },
    });
    assert.deepEqual([revoked.status, revoked.body.token.enabled], [200, false]);
  }
  const use = await send(registry, "GET /api/whoami", { bearer: key });
  assert.deepEqual([use.status, use.body.code], [401, "invalid_api_key"]);
  const enable = await send(registry, `PATCH ${TOKENS}/${id}`, { cookie, body: { enabled: true } });
  assert.deepEqual([enable.status, enable.body.code], [400, "rule_refused"]);
  const { body } = await send(registry, `GET ${TOKENS}`, { cookie });
  assert.deepEqual(body.tokens.map((row: { enabled: boolean }) => row.enabled), [false]);
});

Deno.test("a deleted token is gone from the list and authenticates no more, enabled or revoked", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const first = await token(registry, ada, "acme", ["collective:read"]);
  const second = await token(registry, ada, "acme", ["collective:read"]);
  await send(registry, `PATCH ${TOKENS}/${second.id}`, {
    cookie: ada.cookie,
    body: { enabled: false },
  });
  await send(registry, "GET /api/whoami", { bearer: first.key });
  for (const { id, key } of [first, second]) {
    const gone = await send(registry, `DELETE ${TOKENS}/${id}`, { cookie: ada.cookie });
    assert.deepEqual(gone.body, { deleted: true, id });
    assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 401);
    assert.equal(
      (await send(registry, `DELETE ${TOKENS}/${id}`, { cookie: ada.cookie })).status,
      404,
    );
  }
  const { body } = await send(registry, `GET ${TOKENS}`, { cookie: ada.cookie });
  assert.deepEqual(body.tokens, []);
});

Deno.test("an expired token is refused although it is enabled (spec 3.1, 7)", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const { key } = await token(registry, ada, "acme", ["collective:read"], { expiresInDays: 2 });
  const start = registry.clock.now.getTime();
  registry.clock.now = new Date(start + 2 * 86_400_000 - 1);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 200);
  registry.clock.now = new Date(start + 2 * 86_400_000);
  const late = await send(registry, "GET /api/whoami", { bearer: key });
  assert.deepEqual([late.status, late.body.code], [401, "token_expired"]);
  const { body } = await send(registry, `GET ${TOKENS}`, { cookie: ada.cookie });
  assert.equal(body.tokens[0].enabled, true);
});

Deno.test("the last use is recorded without a write per request", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const { key } = await token(registry, ada, "acme", ["collective:read"]);
  const stored = () =>
    registry.services.db.selectFrom("collective_token").select("last_used_at")
      .executeTakeFirstOrThrow();
  for (let use = 0; use < 5; use++) await send(registry, "GET /api/whoami", { bearer: key });
  assert.equal((await stored()).last_used_at, null);
  const { body } = await send(registry, `GET ${TOKENS}`, { cookie: ada.cookie });
  assert.equal(body.tokens[0].lastUsedAt, registry.clock.now.toISOString());
  assert.equal((await stored()).last_used_at, registry.clock.now.toISOString());
});

Deno.test("what a new token may not have is refused by name", async () => {
  await using registry = await testRegistry();
  const { cookie } = await acme(registry);
  const good = { name: "ci", scopes: ["lab:read"] };
  const bad: [unknown, RegExp][] = [
    [{ ...good, scopes: ["lab:read", "lab:admin", "*"] }, /Unknown scopes: lab:admin, \*/],
    [{ ...good, scopes: [] }, /at least one scope/],
    [{ ...good, name: "" }, /name/],
    [{ ...good, name: "a\r\nb" }, /control/],
    [{ ...good, name: "x".repeat(65) }, /name/],
    [{ ...good, expiresAt: "2020-01-01T00:00:00Z" }, /expiry/],
    [{ ...good, expiresAt: "tomorrow" }, /expiresAt/],
    [{ ...good, expiresAt: "2099-01-01T00:00:00Z" }, /expiry/],
    [{ ...good, expiresInDays: 0 }, /expiresInDays/],
    [{ ...good, expiresInDays: 1, expiresAt: "2027-01-01T00:00:00Z" }, /both/],
    [{ ...good, key: "svc_org_1" }, /key/],
    [{ name: "ci" }, /scopes/],
  ];
  for (const [body, words] of bad) {
    const answer = await send(registry, `POST ${TOKENS}`, { cookie, body });
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(JSON.stringify(answer.body), words);
  }
  assert.deepEqual((await send(registry, `GET ${TOKENS}`, { cookie })).body.tokens, []);
});

Deno.test("a token of another collective cannot be revoked or deleted through one's own", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const bob = await signUp(registry, "bob");
  await collective(registry, bob, "other");
  const { id, key } = await token(registry, ada, "acme", ["collective:read"]);
  for (const method of ["PATCH", "DELETE"]) {
    const answer = await send(registry, `${method} /api/v1/collectives/other/api-tokens/${id}`, {
      cookie: bob.cookie,
      ...(method === "PATCH" ? { body: { enabled: false } } : {}),
    });
    assert.equal(answer.status, 404);
  }
  assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 200);
});

Deno.test("a personal key manages tokens through the five-minute session it is exchanged for", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const { id, key } = await personalKey(registry, ada);
  assert.equal((await send(registry, `GET ${TOKENS}`, { bearer: key })).status, 403);
  const { body } = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  const list = () => send(registry, `GET ${TOKENS}`, { bearer: body.token });
  assert.equal((await list()).status, 200);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: body.token })).status, 403);
  registry.clock.now = new Date(Date.parse(body.expiresAt));
  assert.deepEqual([(await list()).status, (await list()).body.code], [401, "token_expired"]);
  const second = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  await send(registry, "POST /api/v1/auth/revoke", { bearer: key });
  assert.equal(
    (await send(registry, `GET ${TOKENS}`, { bearer: second.body.token })).status,
    401,
    "it dies with the key",
  );
  const left = await registry.services.db.selectFrom("apikey").select("id").where("id", "=", id)
    .execute();
  assert.deepEqual(left, []);
});

Deno.test("a role that is taken away ends the management of tokens at once", async () => {
  await using registry = await testRegistry();
  const ada = await acme(registry);
  const bob = await signUp(registry, "bob");
  await join(registry, ada, "acme", bob, "admin");
  assert.equal((await send(registry, `GET ${TOKENS}`, { cookie: bob.cookie })).status, 200);
  await registry.services.db.updateTable("collective_member").set({ role: "member" })
    .where("user_id", "=", bob.id).where("role", "=", "admin").execute();
  assert.equal((await send(registry, `GET ${TOKENS}`, { cookie: bob.cookie })).status, 403);
});
