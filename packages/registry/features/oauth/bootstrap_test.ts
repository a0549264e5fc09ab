import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { collective, type Person, personalKey, send, signUp, token } from "../identity/testing.ts";
import { createApp } from "../../app.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { grantedScopes } from "./scopes.ts";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const REGISTRATION = {
  client_name: "svc serve on build-1",
  redirect_uris: ["http://localhost"],
  grant_types: ["authorization_code"],
  scope: "openid profile email collectives",
};

async function bootstrap(registry: TestRegistry, person: Person, scope?: string) {
  const asked = await send(registry, "POST /api/auth/device/code", {
    body: { client_id: "svc-serve-bootstrap", ...(scope === undefined ? {} : { scope }) },
  });
  assert.equal(asked.status, 200, JSON.stringify(asked.body));
  const { user_code, device_code } = asked.body;
  const session = { cookie: person.cookie, headers: { origin: "http://registry.test" } };
  await send(registry, `GET /api/auth/device?user_code=${user_code}`, session);
  const approved = await send(registry, "POST /api/auth/device/approve", {
    ...session,
    body: { userCode: user_code },
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  const redeemed = await send(registry, "POST /api/auth/device/token", {
    body: {
      client_id: "svc-serve-bootstrap",
      client_secret: "",
      device_code,
      grant_type: GRANT,
    },
  });
  assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
  return redeemed.body as { access_token: string; token_type: string; scope: string };
}

function register(registry: TestRegistry, bearer: string, more: object = {}) {
  return send(registry, "POST /api/auth/oauth2/register", {
    bearer,
    body: { ...REGISTRATION, ...more },
  });
}

Deno.test("svc-serve-bootstrap learns who the person is and registers their application", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { access_token } = await bootstrap(registry, ada);
  const info = await send(registry, "GET /api/auth/oauth2/userinfo", { bearer: access_token });
  assert.equal(info.body.sub, ada.id);
  assert.equal(info.body.email, ada.email);
  assert.deepEqual(info.body.collectives, ["ada"]);
  const made = await register(registry, access_token);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.ok(made.body.client_id && made.body.client_secret);
  const listed = await send(registry, "GET /api/v1/oauth/applications", { cookie: ada.cookie });
  assert.deepEqual(
    listed.body.applications.map((each: { clientId: string }) => each.clientId),
    [made.body.client_id],
  );
});

Deno.test("the bootstrap token is not a session: it makes no key and reads nothing of the person", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { access_token } = await bootstrap(registry, ada, "device:build-1");
  const sessions = await registry.services.db.selectFrom("session").select("token").execute();
  assert.ok(!sessions.some(({ token }) => token === access_token), "the token names a session");
  const attempts: [string, object?][] = [
    ["GET /api/whoami"],
    ["POST /api/auth/api-key/create", { name: "stolen" }],
    ["GET /api/auth/api-key/list"],
    ["POST /api/auth/api-key/delete", { keyId: crypto.randomUUID() }],
    ["GET /api/v1/collectives"],
    ["GET /api/v1/collectives/acme"],
    ["GET /api/v1/collectives/acme/members"],
    ["POST /api/v1/collectives/create", { slug: "taken-over" }],
    ["POST /api/v1/collectives/acme/api-tokens", { name: "t", scopes: ["extensions:push"] }],
    ["POST /api/v1/extensions/push", { name: "@ada/x", version: "2026.01.01.1" }],
    ["GET /api/v1/notifications"],
    ["GET /api/v1/profile"],
    ["GET /api/v1/oauth/applications"],
    ["GET /api/v1/oauth/consents"],
    ["POST /api/v1/auth/exchange"],
  ];
  for (const [line, body] of attempts) {
    for (
      const headers of [
        { authorization: `Bearer ${access_token}` },
        { "x-api-key": access_token },
      ] as Record<string, string>[]
    ) {
      const answer = await send(registry, line, {
        headers,
        ...(body === undefined ? {} : { body }),
      });
      assert.equal(answer.status, 401, `${line}: ${JSON.stringify(answer.body)}`);
    }
  }
  const changed = await send(registry, "POST /api/auth/change-password", {
    bearer: access_token,
    headers: { origin: "http://registry.test" },
    body: { currentPassword: "x", newPassword: "another long password" },
  });
  assert.equal(changed.status, 401, JSON.stringify(changed.body));
  const cookie = `svc.session_token=${access_token}`;
  assert.equal((await send(registry, "GET /api/whoami", { cookie })).status, 401);
});

Deno.test("the bootstrap's access is a consent of the person: listed, and withdrawn at once", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { access_token } = await bootstrap(registry, ada);
  const { consents } =
    (await send(registry, "GET /api/v1/oauth/consents", { cookie: ada.cookie })).body;
  assert.equal(consents.length, 1);
  assert.equal(consents[0].clientId, "svc-serve-bootstrap");
  assert.ok(consents[0].scopes.includes("applications:register"));
  await send(registry, `DELETE /api/v1/oauth/consents/${consents[0].id}`, { cookie: ada.cookie });
  assert.equal((await register(registry, access_token)).status, 401);
});

Deno.test("an application's own access token registers nothing, and no application asks for that scope", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const wide = await register(registry, key, { scope: "openid applications:register" });
  assert.equal(wide.status, 400, JSON.stringify(wide.body));
  const narrow = await bootstrap(registry, ada, "openid email");
  const refused = await register(registry, narrow.access_token);
  assert.equal(refused.status, 403, JSON.stringify(refused.body));
  assert.equal(refused.body.error, "insufficient_scope");
});

Deno.test("an expired bootstrap token registers nothing", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { access_token } = await bootstrap(registry, ada);
  registry.clock.now = new Date(registry.clock.now.getTime() + 30 * 86_400_000);
  assert.equal((await register(registry, access_token)).status, 401);
});

Deno.test("an access token resolves a username, as a serve instance does for its admins", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { access_token } = await bootstrap(registry, ada);
  const lookup = (username: string, bearer: string) =>
    send(registry, `GET /api/auth/resolve-user?username=${username}`, { bearer });
  assert.deepEqual((await lookup("ada", access_token)).body, { sub: ada.id });
  assert.equal((await lookup("nobody-here", access_token)).status, 404);
  assert.equal((await lookup("ada", "x".repeat(32))).status, 401);
});

Deno.test("an owner registers no more applications than the limit, also many at once at two servers", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const app = createApp(services);
  const other: TestRegistry = {
    ...registry,
    app,
    request: async (path, init) =>
      await app.request(new URL(path, services.config.baseUrl).href, init, {
        remoteAddress: "127.0.0.1",
      }),
  };
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const { key } = await token(registry, ada, "acme", ["oauth:manage"]);
  const most = LIMITS.oauthApplicationsPerOwner;
  const answers = await Promise.all(
    Array.from({ length: most + 15 }, (_, n) => register(n % 2 === 0 ? registry : other, key)),
  );
  const refused = answers.filter(({ status }) => status !== 201);
  // Two that meet at the last place may both be refused.
  assert.ok([most - 1, most].includes(answers.length - refused.length));
  const stored = await services.db.selectFrom("oauthClient").select("clientId")
    .where("referenceId", "is not", null).execute();
  assert.equal(stored.length, answers.length - refused.length);
  if (stored.length < most) assert.equal((await register(registry, key)).status, 201);
  assert.equal((await register(other, key)).status, 400);
  assert.ok(
    refused.every(({ status, body }) => status === 400 && body.code === "application_limit"),
  );
  const others = await personalKey(registry, ada);
  assert.equal((await register(registry, others.key)).status, 201, "another owner has room");
  const { client_id } = answers.find(({ status }) => status === 201)!.body;
  await send(registry, `DELETE /api/v1/oauth/applications/${client_id}`, { bearer: key });
  assert.equal((await register(registry, key)).status, 201, "a deleted application makes room");
});

Deno.test("a device is granted what it asked for and its client may have, never more", () => {
  const allowed = ["openid", "email", "offline_access"];
  assert.deepEqual(grantedScopes(null, allowed), ["openid", "email"]);
  assert.deepEqual(grantedScopes("device:build-1", allowed), ["openid", "email"]);
  assert.deepEqual(grantedScopes("openid applications:register", allowed), ["openid"]);
  assert.deepEqual(grantedScopes("applications:register", allowed), []);
});
