import assert from "node:assert/strict";
import { hashKey } from "@svc/core/key";
import { personalKey, send, signUp } from "./testing.ts";
import { testRegistry } from "../../testing.ts";
import { doBefore, refuseWrites } from "../../testing/engine.ts";

Deno.test("a personal key is svc_ and 32 hexadecimal digits, stored as SHA-256 base64url, without expiry (spec 2.3, 5.5, 8)", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { status, body } = await send(registry, "POST /api/auth/api-key/create", {
    cookie: ada.cookie,
    body: { name: "cli-host-1700000000000" },
  });
  assert.equal(status, 200);
  assert.match(body.key, /^svc_[0-9a-f]{32}$/);
  assert.equal(body.expiresAt, null);
  const row = await registry.services.db.selectFrom("apikey").selectAll().executeTakeFirstOrThrow();
  assert.equal(row.key, await hashKey(body.key));
  const list = await send(registry, "GET /api/auth/api-key/list", { cookie: ada.cookie });
  assert.equal(list.body.total, 1);
  assert.equal(list.body.apiKeys[0].name, "cli-host-1700000000000");
  for (const secret of [body.key, row.key]) {
    assert.ok(!JSON.stringify(list.body).includes(secret));
    assert.ok(!registry.logged.join("").includes(secret));
  }
});

Deno.test("a signing-in client creates its key with the session token of its sign-in", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { body } = await send(registry, "POST /api/auth/sign-in/username", {
    body: { username: "ada", password: ada.password },
  });
  const made = await send(registry, "POST /api/auth/api-key/create", {
    bearer: body.token,
    body: { name: "cli" },
  });
  assert.equal(made.status, 200);
  const me = await send(registry, "GET /api/whoami", { bearer: made.body.key });
  assert.equal(me.body.username, "ada");
});

Deno.test("a key whose session ends just before it is written is not kept", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { db } = registry.services;
  await doBefore(db, "before insert on apikey", "delete from session");
  const { status, body } = await send(registry, "POST /api/auth/api-key/create", {
    cookie: ada.cookie,
    body: { name: "late" },
  });
  assert.deepEqual([status, body.code], [401, "session_expired"]);
  assert.deepEqual(await db.selectFrom("apikey").select("id").execute(), []);
  assert.ok(!registry.logged.join("").includes("key.created"));
});

Deno.test("uses that cannot be written cost neither the list of keys nor the end of the server", async () => {
  const registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  await refuseWrites(registry.services.db, "before update on apikey", "no room");
  const use = async () => (await send(registry, "GET /api/whoami", { bearer: key })).status;
  const lost = () => registry.logged.filter((line) => /last_used_lost.*no room/.test(line)).length;
  assert.equal(await use(), 200);
  const list = await send(registry, "GET /api/auth/api-key/list", { cookie: ada.cookie });
  assert.deepEqual([list.status, lost()], [200, 1]);
  assert.equal(await use(), 200);
  await registry[Symbol.asyncDispose]();
  assert.equal(lost(), 2);
});

Deno.test("an x-api-key never becomes a session of the library", async () => {
  await using registry = await testRegistry();
  const { key } = await personalKey(registry, await signUp(registry, "ada"));
  for (const sending of [{ apiKey: key }, { bearer: key }]) {
    for (
      const [line, body] of [
        ["GET /api/auth/api-key/list", undefined],
        ["POST /api/auth/api-key/create", { name: "more" }],
        ["POST /api/v1/collectives/create", { slug: "more" }],
      ] as const
    ) {
      const answer = await send(registry, line, {
        ...sending,
        ...(body === undefined ? {} : { body }),
      });
      assert.deepEqual([answer.status, answer.body.code], [403, "session_required"]);
    }
    const change = await send(registry, "POST /api/auth/change-password", {
      ...sending,
      body: { currentPassword: "ada's long password", newPassword: "another long password" },
    });
    assert.equal(change.status, 401);
  }
});

Deno.test("a disabled key is refused at once, and works again when enabled", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { id, key } = await personalKey(registry, ada);
  const use = async () => (await send(registry, "GET /api/whoami", { bearer: key })).status;
  const set = (enabled: boolean) =>
    send(registry, "POST /api/auth/api-key/update", {
      cookie: ada.cookie,
      body: { keyId: id, enabled },
    });
  assert.equal(await use(), 200);
  assert.equal((await set(false)).body.enabled, false);
  assert.equal(await use(), 401);
  await set(true);
  assert.equal(await use(), 200);
});

Deno.test("a deleted key is refused at once, and one's keys are one's own", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  const { id, key } = await personalKey(registry, ada);
  const use = async () => (await send(registry, "GET /api/whoami", { apiKey: key })).status;
  assert.equal(await use(), 200);
  const remove = (cookie: string) =>
    send(registry, "POST /api/auth/api-key/delete", { cookie, body: { keyId: id } });
  assert.deepEqual((await remove(eve.cookie)).body.code, "not_found");
  assert.equal(await use(), 200);
  assert.equal((await remove(ada.cookie)).body.success, true);
  assert.equal(await use(), 401);
});

Deno.test("a key that was given an expiry is refused after it", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { body } = await send(registry, "POST /api/auth/api-key/create", {
    cookie: ada.cookie,
    body: { name: "short", expiresIn: 86_400 },
  });
  registry.clock.now = new Date(Date.parse(body.expiresAt));
  const late = await send(registry, "GET /api/whoami", { bearer: body.key });
  assert.deepEqual([late.status, late.body.code], [401, "token_expired"]);
});

Deno.test("logging out revokes the exact key that asks, and no other", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const first = await personalKey(registry, ada, "one");
  const second = await personalKey(registry, ada, "two");
  const answer = await send(registry, "POST /api/v1/auth/revoke", { bearer: first.key });
  assert.deepEqual([answer.body.revoked, answer.body.id], [true, first.id]);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: first.key })).status, 401);
  assert.equal((await send(registry, "GET /api/whoami", { bearer: second.key })).status, 200);
});

Deno.test("a client may not choose what the server decides of a key", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (
    const more of [
      { prefix: "svc_org_" },
      { userId: "somebody" },
      { permissions: { all: ["*"] } },
      { remaining: 1 },
      { metadata: {} },
    ]
  ) {
    const answer = await send(registry, "POST /api/auth/api-key/create", {
      cookie: ada.cookie,
      body: { name: "x", ...more },
    });
    assert.deepEqual([answer.status, answer.body.code], [400, "validation_failed"]);
  }
});

Deno.test("a key works for more than ten requests a day", async () => {
  await using registry = await testRegistry();
  const { key } = await personalKey(registry, await signUp(registry, "ada"));
  for (let use = 0; use < 30; use++) {
    assert.equal((await send(registry, "GET /api/whoami", { bearer: key })).status, 200);
  }
});

Deno.test("another site cannot make a browser use its cookie here", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  for (
    const [line, body] of [
      ["POST /api/auth/api-key/create", { name: "stolen" }],
      ["POST /api/v1/collectives/create", { slug: "stolen" }],
      ["POST /api/auth/sign-out", {}],
    ] as const
  ) {
    const answer = await send(registry, line, {
      cookie: ada.cookie,
      body,
      headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    });
    assert.deepEqual([answer.status, answer.body.code], [403, "forbidden"], line);
  }
});
