import assert from "node:assert/strict";
import { send, signUp } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { forgetUnused, UNUSED_MS } from "./anybody.ts";

const PROGRAM = {
  client_name: "An agent",
  redirect_uris: ["http://127.0.0.1:33418/callback", "http://localhost/callback"],
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
};

const register = (registry: TestRegistry, more: object = {}, headers = {}) =>
  send(registry, "POST /api/auth/oauth2/register", { headers, body: { ...PROGRAM, ...more } });

Deno.test("a program of one's own machine registers without a credential, and gets no secret", async () => {
  await using registry = await testRegistry();
  const { status, body } = await register(registry);
  assert.equal(status, 201, JSON.stringify(body));
  assert.equal(body.client_secret, undefined);
  assert.equal(body.token_endpoint_auth_method, "none");
  const { grant_types: _, ...unsaid } = PROGRAM;
  const plain = await send(registry, "POST /api/auth/oauth2/register", { body: unsaid });
  assert.equal(plain.status, 201);
});

Deno.test("whatever else wants to register without a credential is refused", async () => {
  await using registry = await testRegistry();
  const cases = [
    { token_endpoint_auth_method: "client_secret_basic" },
    { token_endpoint_auth_method: undefined },
    { redirect_uris: ["https://evil.example/callback"] },
    { redirect_uris: [...PROGRAM.redirect_uris, "https://evil.example/callback"] },
    { redirect_uris: ["http://127.0.0.1.evil.example/callback"] },
    { redirect_uris: ["http://localhost@evil.example/callback"] },
    { redirect_uris: ["com.example.app:/callback"] },
    { redirect_uris: ["http://10.0.0.1/callback"] },
    { redirect_uris: [] },
    { grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"] },
    { grant_types: ["client_credentials"] },
    { application_type: "web" },
    { client_name: "a\u202eb" },
  ];
  for (const more of cases) {
    const { status, body } = await register(registry, more);
    assert.equal(status, 401, JSON.stringify([more, body]));
  }
  const wrong = { authorization: `Bearer svc_org_${"0".repeat(32)}` };
  assert.equal((await register(registry, {}, wrong)).status, 401, "a bad credential is not a none");
  const made = await registry.services.db.selectFrom("oauthClient").select("clientId").execute();
  assert.deepEqual(made.map(({ clientId }) => clientId), ["svc-serve-bootstrap"]);
});

Deno.test("such a program asks for no device code, and for no server of its own", async () => {
  await using registry = await testRegistry();
  const { body } = await register(registry, { resource: "http://127.0.0.1:33418" });
  const asked = await send(registry, "POST /api/auth/device/code", {
    body: { client_id: body.client_id },
  });
  assert.equal(asked.status, 400, JSON.stringify(asked.body));
  const resources = await registry.services.db.selectFrom("oauthResource").selectAll().execute();
  assert.deepEqual(resources, []);
});

Deno.test("registrations without a credential are limited for each network", async () => {
  await using registry = await testRegistry({ environment: { SVC_RATE_LIMIT: "on" } });
  const statuses = [];
  for (let count = 0; count < 25; count++) statuses.push((await register(registry)).status);
  assert.ok(statuses.includes(201));
  assert.equal(statuses.at(-1), 429);
});

Deno.test("a program that nobody allowed is forgotten after a day, one that somebody did is kept", async () => {
  await using registry = await testRegistry();
  const { db } = registry.services;
  const ada = await signUp(registry, "ada");
  const [unused, used] = [(await register(registry)).body, (await register(registry)).body];
  const at = new Date().toISOString();
  await db.insertInto("oauthConsent").values({
    id: crypto.randomUUID(),
    clientId: used.client_id,
    userId: ada.id,
    scopes: "[]",
    createdAt: at,
    updatedAt: at,
  }).execute();
  const ids = async () =>
    (await db.selectFrom("oauthClient").select("clientId").execute()).map((row) => row.clientId);
  await forgetUnused(db, new Date(Date.now() + UNUSED_MS - 60_000));
  assert.ok((await ids()).includes(unused.client_id));
  await forgetUnused(db, new Date(Date.now() + UNUSED_MS + 60_000));
  assert.deepEqual((await ids()).sort(), [used.client_id, "svc-serve-bootstrap"].sort());
});

Deno.test("a server names its own address only", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const named = (resource: string, redirect = "https://serve.example.org/auth/callback") =>
    send(registry, "POST /api/auth/oauth2/register", {
      cookie: ada.cookie,
      headers: { origin: "http://registry.test" },
      body: { redirect_uris: [redirect], resource },
    });
  const wrong = [
    "https://other.example.org",
    "https://serve.example.org/",
    "https://serve.example.org/path",
    "https://serve.example.org:8443",
    "http://serve.example.org",
    "https://user@serve.example.org",
    "javascript:alert(1)",
    "nothing",
  ];
  for (const resource of wrong) assert.equal((await named(resource)).status, 400, resource);
  const good = await named("https://serve.example.org");
  assert.equal(good.status, 201, JSON.stringify(good.body));
  const rows = await registry.services.db.selectFrom("oauthResource").select("identifier")
    .orderBy("identifier").execute();
  assert.deepEqual(
    rows.map(({ identifier }) => identifier),
    ["https://serve.example.org", "https://serve.example.org/"],
  );
});
