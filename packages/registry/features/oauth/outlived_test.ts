import assert from "node:assert/strict";
import {
  answerDevice,
  openDevice,
  type Person,
  personalKey,
  send,
  signUp,
} from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { doBefore } from "../../testing/engine.ts";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const VERIFIER = "a".repeat(43);

/** What somebody else's change of the password does first; the rest of it finds nothing to end. */
const NEW_PASSWORD = "update account set password = 'another:one'";

/** An application that may ask for everything, and needs no consent. */
async function application(registry: TestRegistry, person: Person) {
  const { body } = await send(registry, "POST /api/auth/oauth2/register", {
    bearer: (await personalKey(registry, person)).key,
    body: {
      client_name: "build-1",
      redirect_uris: ["http://localhost"],
      grant_types: ["authorization_code", "refresh_token"],
      scope: "openid offline_access",
    },
  });
  await registry.services.db.updateTable("oauthClient").set({ skipConsent: 1 }).execute();
  return body as { client_id: string; client_secret: string };
}

/** A device's code that `person` has opened, and their approval of it. */
async function deviceCode(registry: TestRegistry, client_id: string, person: Person) {
  const { body } = await send(registry, "POST /api/auth/device/code", {
    body: { client_id, ...(client_id === "svc-cli" ? {} : { scope: "openid offline_access" }) },
  });
  await openDevice(registry, person.cookie, body.user_code);
  const approve = () => answerDevice(registry, person.cookie, body.user_code);
  return { device_code: body.device_code as string, approve };
}

function redeem(registry: TestRegistry, body: Record<string, string>) {
  return send(registry, "POST /api/auth/device/token", {
    body: { ...body, grant_type: DEVICE_GRANT },
  });
}

/** A code of the authorization code flow. */
async function authorizationCode(registry: TestRegistry, person: Person, client_id: string) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(VERIFIER));
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: "http://localhost",
    scope: "openid offline_access",
    state: "a-state",
    code_challenge: new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
  });
  const { headers } = await registry.request(`/api/auth/oauth2/authorize?${query}`, {
    headers: { cookie: person.cookie },
    redirect: "manual",
  });
  return new URL(headers.get("location")!).searchParams.get("code")!;
}

async function atTokenEndpoint(
  registry: TestRegistry,
  { client_id, client_secret }: { client_id: string; client_secret: string },
  form: Record<string, string>,
) {
  const response = await registry.request("/api/auth/oauth2/token", {
    method: "POST",
    headers: {
      authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: await response.json() };
}

/** What lets somebody act as the person, or an application ask for them. */
async function credentials({ services: { db } }: TestRegistry) {
  const [sessions, access, refresh, codes] = await Promise.all([
    db.selectFrom("session").select("id").execute(),
    db.selectFrom("oauthAccessToken").select("id").execute(),
    db.selectFrom("oauthRefreshToken").select("id").execute(),
    db.selectFrom("deviceCode").select("id").execute(),
  ]);
  return [sessions, access, refresh, codes].map(({ length }) => length);
}

const NOTHING_BUT_THE_BROWSER = [1, 0, 0, 0];

Deno.test("a device code redeemed while the password is replaced gives no session", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { device_code, approve } = await deviceCode(registry, "svc-cli", ada);
  assert.equal((await approve()).status, 200);
  await doBefore(registry.services.db, "before insert on session", NEW_PASSWORD);
  const { status, body } = await redeem(registry, { client_id: "svc-cli", device_code });
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  assert.deepEqual(await credentials(registry), NOTHING_BUT_THE_BROWSER);
});

Deno.test("a device code approved while the password is replaced is worth nothing", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const ada = await signUp(registry, "ada");
  const first = await deviceCode(registry, "svc-cli", ada);
  await doBefore(services.db, `before update on "deviceCode"`, NEW_PASSWORD);
  const { status, body } = await first.approve();
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  assert.deepEqual(await credentials(registry), NOTHING_BUT_THE_BROWSER);
  const second = await deviceCode(registry, "svc-cli", ada);
  await services.db.updateTable("account").set({ password: "yet:another" }).execute();
  assert.equal((await second.approve()).status, 400);
  assert.deepEqual(await credentials(registry), NOTHING_BUT_THE_BROWSER);
});

Deno.test("a device code of an application redeemed while the password is replaced gives no token", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const client = await application(registry, ada);
  const { device_code, approve } = await deviceCode(registry, client.client_id, ada);
  assert.equal((await approve()).status, 200);
  await doBefore(registry.services.db, `before insert on "oauthAccessToken"`, NEW_PASSWORD);
  const { status, body } = await redeem(registry, { ...client, device_code });
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  assert.deepEqual(await credentials(registry), NOTHING_BUT_THE_BROWSER);
});

Deno.test("a code of an application exchanged while the password is replaced gives no token", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const client = await application(registry, ada);
  const code = await authorizationCode(registry, ada, client.client_id);
  await doBefore(registry.services.db, `before insert on "oauthAccessToken"`, NEW_PASSWORD);
  const { status, body } = await atTokenEndpoint(registry, client, {
    grant_type: "authorization_code",
    code,
    redirect_uri: "http://localhost",
    code_verifier: VERIFIER,
  });
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  assert.deepEqual(await credentials(registry), NOTHING_BUT_THE_BROWSER);
});

Deno.test("a refresh token used while the password is replaced gives no other", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const client = await application(registry, ada);
  const tokens = await atTokenEndpoint(registry, client, {
    grant_type: "authorization_code",
    code: await authorizationCode(registry, ada, client.client_id),
    redirect_uri: "http://localhost",
    code_verifier: VERIFIER,
  });
  const { refresh_token } = tokens.body;
  assert.ok(refresh_token, JSON.stringify(tokens.body));
  await doBefore(registry.services.db, `before insert on "oauthRefreshToken"`, NEW_PASSWORD);
  const { status, body } = await atTokenEndpoint(registry, client, {
    grant_type: "refresh_token",
    refresh_token,
  });
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  assert.deepEqual(await credentials(registry), NOTHING_BUT_THE_BROWSER);
});
