import assert from "node:assert/strict";
import { collective, join, type Person, personalKey, send, signUp } from "./testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { refuseWrites } from "../../testing/engine.ts";

/** A token of `slug` created as the client does: with a key that was exchanged. */
async function tokenByKey(
  registry: TestRegistry,
  key: string,
  slug: string,
  name: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const exchanged = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  const { status, body } = await send(registry, `POST /api/v1/collectives/${slug}/api-tokens`, {
    bearer: exchanged.body.token,
    body: { name, scopes: ["collective:read"], ...more },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return { id: body.token.id, key: body.key };
}

async function tokenOf(registry: TestRegistry, person: Person, slug: string, id: string) {
  const { body } = await send(registry, `GET /api/v1/collectives/${slug}/api-tokens`, {
    cookie: person.cookie,
  });
  return body.tokens.find((token: { id: string }) => token.id === id);
}

const deleteKey = (registry: TestRegistry, { cookie }: Person, body: Record<string, unknown>) =>
  send(registry, "POST /api/auth/api-key/delete", { cookie, body });

const works = async (registry: TestRegistry, bearer: string) =>
  (await send(registry, "GET /api/whoami", { bearer })).status === 200;

Deno.test("a token's record says who created it and with what, also when the key is renamed or gone", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const by = async (id: string) => (await tokenOf(registry, ada, "acme", id)).createdBy;

  const bySession = await send(registry, "POST /api/v1/collectives/acme/api-tokens", {
    cookie: ada.cookie,
    body: { name: "page", scopes: ["lab:read"] },
  });
  const session = { username: "ada", credential: "session", key: null };
  assert.deepEqual(bySession.body.token.createdBy, session);
  assert.deepEqual(await by(bySession.body.token.id), session);

  const key = await personalKey(registry, ada, "laptop");
  const { id } = await tokenByKey(registry, key.key, "acme", "ci");
  const shown = (name: string, deleted: boolean) => ({
    username: "ada",
    credential: "personalKey",
    key: { id: key.id, name, deleted },
  });
  assert.deepEqual(await by(id), shown("laptop", false));
  await send(registry, "POST /api/auth/api-key/update", {
    cookie: ada.cookie,
    body: { keyId: key.id, name: "old laptop" },
  });
  assert.deepEqual(await by(id), shown("old laptop", false));
  await deleteKey(registry, ada, { keyId: key.id });
  assert.deepEqual(await by(id), shown("laptop", true));
});

Deno.test("a token older than the record of its creator says that this is not known", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const key = await personalKey(registry, ada);
  const { id } = await tokenByKey(registry, key.key, "acme", "ci");
  await registry.services.db.updateTable("collective_token")
    .set({ created_with: null, created_key_id: null, created_key_name: null }).execute();
  assert.deepEqual((await tokenOf(registry, ada, "acme", id)).createdBy, {
    username: "ada",
    credential: null,
    key: null,
  });
});

Deno.test("deleting a key names the tokens it created and ends none of them unasked", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const [laptop, other] = [
    await personalKey(registry, ada, "laptop"),
    await personalKey(registry, ada, "other"),
  ];
  const ci = await tokenByKey(registry, laptop.key, "acme", "ci");
  const home = await tokenByKey(registry, laptop.key, "ada", "home");
  const spared = await tokenByKey(registry, other.key, "acme", "spared");

  const list = await send(registry, "GET /api/auth/api-key/list", { cookie: ada.cookie });
  const named = (id: string) =>
    list.body.apiKeys.find((key: { id: string }) => key.id === id).tokens
      .map(({ id }: { id: string }) => id);
  assert.deepEqual(named(laptop.id), [ci.id, home.id]);
  assert.deepEqual(named(other.id), [spared.id]);

  const { body } = await deleteKey(registry, ada, { keyId: laptop.id });
  assert.deepEqual([body.success, body.tokensRevoked, body.otherTokens], [true, false, 0]);
  assert.deepEqual(
    body.tokens.map(({ name, collective }: Record<string, string>) => [name, collective]),
    [["ci", "acme"], ["home", "ada"]],
  );
  assert.equal(await works(registry, laptop.key), false);
  for (const { key } of [ci, home, spared]) assert.equal(await works(registry, key), true);
});

Deno.test("deleting a key revokes the tokens it created when asked to, at once, and those of no other key", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const bob = await signUp(registry, "bob");
  await collective(registry, ada, "acme");
  await join(registry, ada, "acme", bob, "admin");
  const laptop = await personalKey(registry, ada, "laptop");
  const bobs = await personalKey(registry, bob, "laptop");
  const ci = await tokenByKey(registry, laptop.key, "acme", "ci");
  const spared = [
    await tokenByKey(registry, (await personalKey(registry, ada)).key, "acme", "one"),
    await tokenByKey(registry, bobs.key, "acme", "two"),
  ];
  // Known to the cache: it must be forgotten there too.
  assert.equal(await works(registry, ci.key), true);

  const refused = await deleteKey(registry, bob, { keyId: laptop.id, revokeTokens: true });
  assert.deepEqual([refused.status, refused.body.code], [404, "not_found"]);
  assert.equal(await works(registry, ci.key), true, "somebody else's key is left alone");

  const { body } = await deleteKey(registry, ada, { keyId: laptop.id, revokeTokens: true });
  assert.deepEqual([body.tokensRevoked, body.tokens.length], [true, 1]);
  assert.equal(await works(registry, ci.key), false);
  assert.equal((await tokenOf(registry, ada, "acme", ci.id)).enabled, false, "it stays listed");
  for (const { key } of spared) assert.equal(await works(registry, key), true);
  const told = await send(registry, "GET /api/v1/notifications", { cookie: bob.cookie });
  assert.match(JSON.stringify(told.body), /token_revoked/);
});

Deno.test("tokens that work no more are not named: revoked, deleted, expired, of a deleted collective", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  await collective(registry, ada, "gone");
  const { id: keyId, key } = await personalKey(registry, ada);
  const path = "/api/v1/collectives/acme/api-tokens";
  const revoked = await tokenByKey(registry, key, "acme", "revoked");
  const deleted = await tokenByKey(registry, key, "acme", "deleted");
  await tokenByKey(registry, key, "acme", "expired", { expiresInDays: 1 });
  await tokenByKey(registry, key, "gone", "of a deleted collective");
  await tokenByKey(registry, key, "acme", "good", { expiresInDays: 3 });
  const { cookie } = ada;
  await send(registry, `PATCH ${path}/${revoked.id}`, { cookie, body: { enabled: false } });
  await send(registry, `DELETE ${path}/${deleted.id}`, { cookie });
  await send(registry, "POST /api/v1/collectives/gone/delete", { cookie });
  registry.clock.now = new Date(registry.clock.now.getTime() + 86_400_000);
  const { body } = await deleteKey(registry, ada, { keyId, revokeTokens: true });
  assert.deepEqual(body.tokens.map(({ name }: { name: string }) => name), ["good"]);
  assert.equal(body.otherTokens, 0);
});

Deno.test("tokens of a collective that one no longer manages are only counted, and never revoked", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const [demoted, removed] = [await signUp(registry, "dan"), await signUp(registry, "rob")];
  await collective(registry, ada, "acme", { private: true });
  for (const person of [demoted, removed]) {
    await join(registry, ada, "acme", person, "admin");
  }
  const made = [];
  for (const person of [demoted, removed]) {
    const key = await personalKey(registry, person);
    made.push({ person, key, token: await tokenByKey(registry, key.key, "acme", "ci") });
  }
  const members = await send(registry, "GET /api/v1/collectives/acme/members", {
    cookie: ada.cookie,
  });
  const idOf = (person: Person) =>
    members.body.members.find(({ userId }: { userId: string }) => userId === person.id).id;
  await send(registry, `PATCH /api/v1/collectives/acme/members/${idOf(demoted)}`, {
    cookie: ada.cookie,
    body: { role: "member" },
  });
  await send(registry, `DELETE /api/v1/collectives/acme/members/${idOf(removed)}`, {
    cookie: ada.cookie,
  });
  for (const { person, key, token } of made) {
    const { body } = await deleteKey(registry, person, { keyId: key.id, revokeTokens: true });
    assert.deepEqual([body.tokens, body.otherTokens], [[], 1], person.username);
    assert.ok(!JSON.stringify(body).includes("acme"));
    assert.equal(await works(registry, token.key), true, person.username);
  }
});

Deno.test("when a token cannot be revoked, the key is not deleted either: both or neither", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { id: keyId, key } = await personalKey(registry, ada);
  const token = await tokenByKey(registry, key, "ada", "ci");
  await refuseWrites(registry.services.db, "before update of enabled on collective_token", "no");
  const { status } = await deleteKey(registry, ada, { keyId, revokeTokens: true });
  assert.equal(status, 500);
  for (const bearer of [key, token.key]) assert.equal(await works(registry, bearer), true);
});

Deno.test("a session that a key was exchanged for ends with it, at once: deleted, disabled or logged out", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const ends: Record<string, (id: string, key: string) => Promise<unknown>> = {
    deleted: (keyId) => deleteKey(registry, ada, { keyId }),
    disabled: (keyId) =>
      send(registry, "POST /api/auth/api-key/update", {
        cookie: ada.cookie,
        body: { keyId, enabled: false },
      }),
    "logged out": (_, bearer) => send(registry, "POST /api/v1/auth/revoke", { bearer }),
  };
  for (const [how, end] of Object.entries(ends)) {
    const { id, key } = await personalKey(registry, ada);
    const { body } = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
    const list = async () =>
      (await send(registry, "GET /api/v1/collectives/ada/api-tokens", { bearer: body.token }))
        .status;
    assert.equal(await list(), 200);
    await end(id, key);
    assert.equal(await list(), 401, how);
    registry.services.auth.resolver.cache.forget(id);
    assert.equal(await list(), 401, `${how}, asked of the store`);
  }
});

Deno.test("a key that another server has just deleted is not exchanged", async () => {
  await using registry = await testRegistry();
  const { key } = await personalKey(registry, await signUp(registry, "ada"));
  // Known to the cache of this server from now on.
  assert.equal(await works(registry, key), true);
  await registry.services.db.deleteFrom("apikey").execute();
  const { status, body } = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
  assert.deepEqual([status, body.code], [401, "invalid_api_key"]);
});

Deno.test("a token that is being created while its key is deleted is revoked with it, or never made", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (let round = 0; round < 12; round++) {
    const { id: keyId, key } = await personalKey(registry, ada);
    const { body } = await send(registry, "POST /api/v1/auth/exchange", { bearer: key });
    const create = send(registry, "POST /api/v1/collectives/ada/api-tokens", {
      bearer: body.token,
      body: { name: `t${round}`, scopes: ["lab:read"] },
    });
    // Each round lets the creation come further before the key goes.
    for (let turn = 0; turn < round; turn++) await Promise.resolve();
    const [made] = await Promise.all([
      create,
      deleteKey(registry, ada, { keyId, revokeTokens: true }),
    ]);
    if (made.status === 200) {
      assert.equal(await works(registry, made.body.key), false, `round ${round}`);
      await registry.services.db.deleteFrom("collective_token").execute();
    } else assert.equal(made.status, 401, `round ${round}`);
  }
});

Deno.test("a logout ends no token and says which of the key's own still work", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { id, key } = await personalKey(registry, ada);
  const token = await tokenByKey(registry, key, "ada", "ci");
  const { body } = await send(registry, "POST /api/v1/auth/revoke", { bearer: key });
  assert.deepEqual([body.revoked, body.id, body.otherTokens], [true, id, 0]);
  assert.deepEqual(body.tokens.map(({ id }: { id: string }) => id), [token.id]);
  assert.ok(!JSON.stringify(body).includes(token.key));
  assert.equal(await works(registry, token.key), true);
});
