import assert from "node:assert/strict";
import { hashKey } from "@svc/core/key";
import { signUp } from "../../features/identity/testing.ts";
import { addCollective, addPerson, addToken } from "../../testing/extensions/people.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { generateExchangeToken } from "./exchange_token.ts";
import type { Principal } from "./principal.ts";
import { recallPrincipal, resolvePrincipal } from "./resolve.ts";

const MINUTE = 60_000;

/** The code of a refusal, or the kind of caller; asked of the store first, then of what is remembered. */
async function asked(registry: TestRegistry, headers: Record<string, string>): Promise<string> {
  const { resolver } = registry.services.auth;
  const kind = ({ kind }: Principal) => kind;
  const stored = await resolvePrincipal(resolver, new Headers(headers)).then(kind, (e) => e.code);
  const again = await resolvePrincipal(resolver, new Headers(headers)).then(kind, (e) => e.code);
  assert.equal(again, stored, "what is remembered answers as the store");
  const recalled = recallPrincipal(resolver, new Headers(headers));
  // What is refused is never recalled; a session's token is asked of the store each time.
  if (recalled !== undefined) assert.equal(recalled.kind, stored);
  else assert.ok(stored === "sessionToken" || /_/.test(stored), stored);
  return stored;
}

async function exchanged(registry: TestRegistry, key: string, lastsMs: number): Promise<string> {
  const { db, now } = registry.services;
  const token = generateExchangeToken();
  const { id } = await db.selectFrom("apikey").select("id").where("key", "=", await hashKey(key))
    .executeTakeFirstOrThrow();
  await db.insertInto("exchange_session").values({
    token_hash: await hashKey(token),
    key_id: id,
    created_at: now().toISOString(),
    expires_at: new Date(now().getTime() + lastsMs).toISOString(),
  }).execute();
  return token;
}

Deno.test("a credential is good up to the moment it expires, what was exchanged for a key no longer than the key", async () => {
  await using registry = await testRegistry();
  const { services, clock } = registry;
  const start = clock.now.getTime();
  const at = (ms: number) => new Date(start + ms).toISOString();
  await addCollective(services, "acme");
  const key = async (name: string, lastsMs: number | null) => {
    const made = await addPerson(services, name);
    await services.db.updateTable("apikey")
      .set({ expiresAt: lastsMs === null ? null : at(lastsMs) })
      .where("key", "=", await hashKey(made)).execute();
    return made;
  };
  const token = async (lastsMs: number | null) => {
    const made = await addToken(services, "acme", ["lab:read"]);
    await services.db.updateTable("collective_token")
      .set({ expires_at: lastsMs === null ? null : at(lastsMs) })
      .where("key_hash", "=", await hashKey(made)).execute();
    return made;
  };
  const keys = {
    one: await key("one", MINUTE),
    nine: await key("nine", 9 * MINUTE),
    ever: await key("ever", null),
  };
  const credentials: [lastsMs: number, kind: string, credential: string][] = [
    [MINUTE, "personalKey", keys.one],
    [Infinity, "personalKey", keys.ever],
    [MINUTE, "exchange", await exchanged(registry, keys.one, 5 * MINUTE)],
    [5 * MINUTE, "exchange", await exchanged(registry, keys.nine, 5 * MINUTE)],
    [5 * MINUTE, "exchange", await exchanged(registry, keys.ever, 5 * MINUTE)],
    [MINUTE, "collectiveToken", await token(MINUTE)],
    [Infinity, "collectiveToken", await token(null)],
  ];
  for (const ms of [0, MINUTE - 1, MINUTE, 5 * MINUTE - 1, 5 * MINUTE]) {
    clock.now = new Date(start + ms);
    for (const [lastsMs, kind, credential] of credentials) {
      const expected = ms < lastsMs ? kind : "token_expired";
      const what = `${kind} that lasts ${lastsMs}, after ${ms}`;
      for (const header of ["authorization", "x-api-key"]) {
        const value = header === "authorization" ? `Bearer ${credential}` : credential;
        assert.equal(await asked(registry, { [header]: value }), expected, what);
      }
    }
  }
});

Deno.test("a session is good up to the moment it ends, in Authorization alone", async () => {
  await using registry = await testRegistry();
  const { services: { db }, clock } = registry;
  await addPerson(registry.services, "ada");
  const { id } = await db.selectFrom("user").select("id").executeTakeFirstOrThrow();
  const token = "s".repeat(32);
  const [start, at] = [clock.now.getTime(), clock.now.toISOString()];
  await db.insertInto("session").values({
    id: "s",
    expiresAt: new Date(start + MINUTE).toISOString(),
    token,
    createdAt: at,
    updatedAt: at,
    ipAddress: null,
    userAgent: null,
    userId: id,
  }).execute();
  const headers = { authorization: `Bearer ${token}` };
  clock.now = new Date(start + MINUTE - 1);
  assert.equal(await asked(registry, headers), "sessionToken");
  assert.equal(await asked(registry, { "x-api-key": token }), "invalid_api_key");
  clock.now = new Date(start + MINUTE);
  assert.equal(await asked(registry, headers), "invalid_api_key");
});

Deno.test("a cookie is its session while that lasts, and nobody otherwise; what is not a cookie of ours is not an error", async () => {
  await using registry = await testRegistry();
  const { services: { db }, clock } = registry;
  const { id, cookie } = await signUp(registry, "ada");
  const start = clock.now.getTime();
  await db.updateTable("session").set({ expiresAt: new Date(start + MINUTE).toISOString() })
    .execute();
  const { id: sessionId } = await db.selectFrom("session").select("id").executeTakeFirstOrThrow();
  const { resolver } = registry.services.auth;
  assert.equal(recallPrincipal(resolver, new Headers({ cookie })), undefined, "not asked yet");
  assert.deepEqual(await resolvePrincipal(resolver, new Headers({ cookie })), {
    kind: "session",
    sessionId,
    user: { id, username: "ada" },
  });
  assert.equal(recallPrincipal(resolver, new Headers({ cookie }))?.kind, "session");
  for (
    const [ms, kind] of [[0, "session"], [MINUTE - 1, "session"], [MINUTE, "anonymous"]] as const
  ) {
    clock.now = new Date(start + ms);
    assert.equal((await resolvePrincipal(resolver, new Headers({ cookie }))).kind, kind, `${ms}`);
  }
  clock.now = new Date(start);
  for (const other of [`${cookie}A`, cookie.replace(/=.*/, "=abc"), "other=1", ""]) {
    const headers = new Headers({ cookie: other });
    assert.deepEqual(await resolvePrincipal(resolver, headers), { kind: "anonymous" }, other);
  }
  assert.deepEqual(recallPrincipal(resolver, new Headers()), { kind: "anonymous" });
  assert.equal(recallPrincipal(resolver, new Headers({ authorization: "Basic x" })), undefined);
});

Deno.test("each use of a key or a token is recorded, also one that is answered from memory", async () => {
  await using registry = await testRegistry();
  const { services: { auth: { resolver }, db }, services, clock } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada");
  const token = await addToken(services, "acme", ["lab:read"]);
  const start = clock.now.getTime();
  const uses = [
    (headers: Headers) => resolvePrincipal(resolver, headers),
    (headers: Headers) => recallPrincipal(resolver, headers),
  ];
  for (const [second, use] of uses.entries()) {
    clock.now = new Date(start + second * 1000);
    for (const one of [key, token]) await use(new Headers({ authorization: `Bearer ${one}` }));
    await resolver.lastUsed.flush();
    const times = [
      (await db.selectFrom("apikey").select("lastRequest").executeTakeFirstOrThrow()).lastRequest,
      (await db.selectFrom("collective_token").select("last_used_at").executeTakeFirstOrThrow())
        .last_used_at,
    ];
    assert.deepEqual(times, [clock.now.toISOString(), clock.now.toISOString()]);
  }
});

Deno.test("what is disabled, or whose person has no name yet, is not known", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada");
  const token = await addToken(services, "acme", ["lab:read"]);
  const all = [key, token, await exchanged(registry, key, MINUTE)];
  const kinds = async () => {
    for (const { id } of await services.db.selectFrom("apikey").select("id").execute()) {
      services.auth.resolver.cache.forget(id);
    }
    for (const { id } of await services.db.selectFrom("collective_token").select("id").execute()) {
      services.auth.resolver.cache.forget(id);
    }
    const found = [];
    for (const one of all) found.push(await asked(registry, { authorization: `Bearer ${one}` }));
    return found;
  };
  const unknown = "invalid_api_key";
  assert.deepEqual(await kinds(), ["personalKey", "collectiveToken", "exchange"]);
  await services.db.updateTable("apikey").set({ enabled: 0 }).execute();
  assert.deepEqual(await kinds(), [unknown, "collectiveToken", unknown]);
  await services.db.updateTable("apikey").set({ enabled: 1 }).execute();
  await services.db.updateTable("collective_token").set({ enabled: 0 }).execute();
  assert.deepEqual(await kinds(), ["personalKey", unknown, "exchange"]);
  await services.db.updateTable("user").set({ username: null }).execute();
  assert.deepEqual(await kinds(), [unknown, unknown, unknown]);
});

Deno.test("scopes that are none are left out of a token, and a caller is told by ids of its own", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const id = await addCollective(services, "acme");
  const key = await addPerson(services, "ada");
  const token = await addToken(services, "acme", ["lab:read", "no:such" as "lab:read"]);
  const principal = (credential: string) =>
    resolvePrincipal(
      services.auth.resolver,
      new Headers({ authorization: `Bearer ${credential}` }),
    );
  const { db } = services;
  const [user, apikey, row] = await Promise.all([
    db.selectFrom("user").select("id").executeTakeFirstOrThrow(),
    db.selectFrom("apikey").select("id").executeTakeFirstOrThrow(),
    db.selectFrom("collective_token").select("id").executeTakeFirstOrThrow(),
  ]);
  const ada = { id: user.id, username: "ada" };
  assert.deepEqual(await principal(token), {
    kind: "collectiveToken",
    tokenId: row.id,
    collective: { id, slug: "acme" },
    scopes: ["lab:read"],
  });
  assert.deepEqual(await principal(key), { kind: "personalKey", keyId: apikey.id, user: ada });
  assert.deepEqual(await principal(await exchanged(registry, key, MINUTE)), {
    kind: "exchange",
    keyId: apikey.id,
    user: ada,
  });
});
