import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import {
  collective,
  join,
  type Person,
  personalKey,
  send,
  signUp,
  token,
} from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const REGISTRATION = {
  client_name: "svc serve on build-1",
  redirect_uris: ["http://localhost"],
  grant_types: ["authorization_code"],
  scope: "openid profile email collectives",
};

async function register(registry: TestRegistry, bearer: string) {
  return await send(registry, "POST /api/auth/oauth2/register", { bearer, body: REGISTRATION });
}

async function approve(registry: TestRegistry, person: Person, userCode: string) {
  const seen = await send(registry, `GET /api/auth/device?user_code=${userCode}`, {
    cookie: person.cookie,
  });
  assert.equal(seen.status, 200, JSON.stringify(seen.body));
  const approved = await send(registry, "POST /api/auth/device/approve", {
    cookie: person.cookie,
    headers: { origin: "http://registry.test" },
    body: { userCode },
  });
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
}

Deno.test("discovery names the provider's endpoints, also at the root", async () => {
  await using registry = await testRegistry();
  for (
    const path of [
      "/.well-known/openid-configuration",
      "/api/auth/.well-known/openid-configuration",
      "/.well-known/oauth-authorization-server/api/auth",
    ]
  ) {
    const { status, body } = await send(registry, `GET ${path}`);
    assert.equal(status, 200, path);
    assert.equal(body.token_endpoint, "http://registry.test/api/auth/oauth2/token");
    assert.equal(body.device_authorization_endpoint, "http://registry.test/api/auth/device/code");
    assert.equal(body.registration_endpoint, "http://registry.test/api/auth/oauth2/register");
    assert.deepEqual(body.code_challenge_methods_supported, ["S256"]);
    assert.ok(!("end_session_endpoint" in body), "none is there");
  }
});

Deno.test("a collective token with oauth:manage registers an application of its collective; without it 403", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const manager = await token(registry, ada, "acme", ["oauth:manage"]);
  const reader = await token(registry, ada, "acme", ["collective:read"]);

  const refused = await register(registry, reader.key);
  assert.equal(refused.status, 403, JSON.stringify(refused.body));
  assert.equal((await register(registry, "svc_org_" + "0".repeat(32))).status, 401);
  const made = await register(registry, manager.key);
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.ok(made.body.client_id && made.body.client_secret);

  const listed = await send(registry, "GET /api/v1/oauth/applications", { bearer: manager.key });
  assert.deepEqual(
    listed.body.applications.map((each: { clientId: string }) => each.clientId),
    [made.body.client_id],
  );
  assert.ok(!JSON.stringify(listed.body).includes(made.body.client_secret), "no secret is listed");
  const others = await send(registry, "GET /api/v1/oauth/applications", { cookie: ada.cookie });
  assert.deepEqual(others.body.applications, []);
  const foreign = await send(
    registry,
    `DELETE /api/v1/oauth/applications/${made.body.client_id}`,
    { cookie: ada.cookie },
  );
  assert.equal(foreign.status, 404);
});

Deno.test("a registered application signs a person in by device grant, for a scoped token and no session", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const manager = await token(registry, ada, "acme", ["oauth:manage"]);
  const { client_id, client_secret } = (await register(registry, manager.key)).body;

  const asked = await send(registry, "POST /api/auth/device/code", { body: { client_id } });
  assert.equal(asked.status, 200, JSON.stringify(asked.body));
  await approve(registry, ada, asked.body.user_code);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const redeemWith = (secret: string) =>
    send(registry, "POST /api/auth/device/token", {
      body: { client_id, client_secret: secret, device_code: asked.body.device_code, grant_type },
    });
  const wrong = await redeemWith("wrong");
  assert.equal(wrong.status, 401, "the secret is proven before the code is looked at");
  const redeemed = await redeemWith(client_secret);
  assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
  const { access_token } = redeemed.body;

  const info = await send(registry, "GET /api/auth/oauth2/userinfo", { bearer: access_token });
  assert.equal(info.status, 200, JSON.stringify(info.body));
  assert.equal(info.body.sub, ada.id);
  assert.equal(info.body.email, ada.email);
  assert.deepEqual(info.body.collectives, ["acme", "ada"]);
  assert.deepEqual(info.body.collective_roles, { acme: "owner", ada: "owner" });
  assert.equal(info.body.preferred_username, "ada");

  const whoami = await send(registry, "GET /api/whoami", { bearer: access_token });
  assert.equal(whoami.status, 401, "an application's token is not a credential of the registry");
  const key = await send(registry, "POST /api/auth/api-key/create", {
    bearer: access_token,
    body: { name: "stolen" },
  });
  assert.equal(key.status, 401);
  assert.equal((await redeemWith(client_secret)).status, 400, "a device code is redeemed once");

  const { consents } =
    (await send(registry, "GET /api/v1/oauth/consents", { cookie: ada.cookie })).body;
  assert.deepEqual(consents.map((each: { clientId: string }) => each.clientId), [client_id]);
  const managed =
    (await send(registry, "GET /api/v1/oauth/consents", { bearer: manager.key })).body;
  assert.deepEqual(managed.consents, consents, "the collective sees who allowed its application");
  await send(registry, `DELETE /api/v1/oauth/consents/${consents[0].id}`, { cookie: ada.cookie });
  const after = await send(registry, "GET /api/auth/oauth2/userinfo", { bearer: access_token });
  assert.equal(after.status, 401, "a withdrawn approval ends its tokens at once");
});

Deno.test("one device code redeemed by many at once gives one token, in forms (RFC 8628) as in JSON", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const { client_id, client_secret } = (await register(registry, key)).body;
  const inForm = (path: string, fields: Record<string, string>) =>
    registry.request(`/api/auth/${path}`, { method: "POST", body: new URLSearchParams(fields) });
  const asked = await inForm("device/code", { client_id, client_secret, scope: "openid" });
  assert.equal(asked.status, 200);
  const { user_code, device_code } = await asked.json();
  await approve(registry, ada, user_code);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  const body = { client_id, client_secret, device_code, grant_type };
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => [
      send(registry, "POST /api/auth/device/token", { body }),
      inForm("device/token", body),
      inForm("oauth2/token", body),
    ]).flat(),
  );
  assert.ok(answers.every(({ status }) => status === 200 || status === 400));
  assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
});

Deno.test("a device code of one application is worth nothing to another", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const manager = await token(registry, ada, "acme", ["oauth:manage"]);
  const mine = (await register(registry, manager.key)).body;
  const other = (await register(registry, manager.key)).body;
  const asked = await send(registry, "POST /api/auth/device/code", {
    body: { client_id: mine.client_id },
  });
  await approve(registry, ada, asked.body.user_code);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  for (
    const client of [
      { client_id: other.client_id, client_secret: other.client_secret },
      { client_id: "svc-cli", client_secret: "" },
      { client_id: "svc-serve-bootstrap", client_secret: "" },
    ]
  ) {
    const answer = await send(registry, "POST /api/auth/device/token", {
      body: { ...client, device_code: asked.body.device_code, grant_type },
    });
    assert.equal(answer.status, 400, client.client_id);
    assert.equal(answer.body.error, "invalid_grant");
  }
});

Deno.test("the authorization code flow needs PKCE and consent, and the consent can be withdrawn with its tokens", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { key } = await personalKey(registry, ada);
  const { client_id, client_secret } = (await register(registry, key)).body;
  const verifier = "a".repeat(43);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: "http://localhost",
    scope: "openid email collectives",
    state: "a-state",
  });
  const go = (more: Record<string, string>, cookie?: string) =>
    registry.request(
      `/api/auth/oauth2/authorize?${new URLSearchParams([...query, ...Object.entries(more)])}`,
      { headers: cookie === undefined ? {} : { cookie }, redirect: "manual" },
    );
  const challenge = {
    code_challenge: new Uint8Array(digest).toBase64({ alphabet: "base64url", omitPadding: true }),
    code_challenge_method: "S256",
  };
  const stranger = new URL((await go(challenge)).headers.get("location")!, "http://registry.test");
  assert.equal(stranger.pathname, "/oauth/sign-in");
  const bare = new URL((await go({}, ada.cookie)).headers.get("location")!);
  assert.equal(bare.searchParams.get("error"), "invalid_request", "without PKCE there is no code");

  const lost = new URL((await go({ client_id: "of-two" }, ada.cookie)).headers.get("location")!);
  lost.searchParams.set("error_description", "Your account was stolen");
  const told = await registry.request(lost.href, { headers: { accept: "text/html" } });
  const page400 = await told.text();
  assert.equal(told.status, 400);
  assert.match(page400, /invalid_request/);
  assert.doesNotMatch(page400, /account was stolen/, "anybody can write this address");

  const ask = new URL(
    (await go(challenge, ada.cookie)).headers.get("location")!,
    "http://registry.test",
  );
  assert.equal(ask.pathname, "/oauth/consent");
  const page = await registry.request(ask.pathname + ask.search, {
    headers: { cookie: ada.cookie, accept: "text/html" },
  });
  const html = await page.text();
  assert.equal(page.status, 200, html.slice(0, 500));
  assert.match(html, /svc serve on build-1/);
  const allowed = await registry.request("/oauth/consent", {
    method: "POST",
    redirect: "manual",
    headers: {
      cookie: ada.cookie,
      origin: "http://registry.test",
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new URLSearchParams({ oauth_query: ask.search.slice(1), decision: "allow" }),
  });
  assert.equal(allowed.status, 200, await allowed.text());
  const back = new URL(allowed.headers.get("refresh")!.slice("0;url=".length));
  assert.equal(back.origin, "http://localhost");
  assert.equal(back.searchParams.get("state"), "a-state");
  const exchange = (code_verifier: string) =>
    registry.request("/api/auth/oauth2/token", {
      method: "POST",
      headers: {
        authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: back.searchParams.get("code")!,
        redirect_uri: "http://localhost",
        code_verifier,
      }),
    });
  const exchanged = await exchange(verifier);
  const tokens = await exchanged.json();
  assert.equal(exchanged.status, 200, JSON.stringify(tokens));
  const userinfo = () =>
    send(registry, "GET /api/auth/oauth2/userinfo", { bearer: tokens.access_token });
  assert.deepEqual((await userinfo()).body.collectives, ["ada"]);
  const posted = await send(registry, "POST /api/auth/oauth2/userinfo", {
    bearer: tokens.access_token,
  });
  assert.equal(posted.body.sub, ada.id, "OpenID Connect 5.3.1");

  const { consents } =
    (await send(registry, "GET /api/v1/oauth/consents", { cookie: ada.cookie })).body;
  assert.equal(consents.length, 1);
  assert.deepEqual(consents[0].scopes, ["openid", "email", "collectives"]);
  const eve = await signUp(registry, "eve");
  const foreign = await send(registry, `DELETE /api/v1/oauth/consents/${consents[0].id}`, {
    cookie: eve.cookie,
  });
  assert.equal(foreign.status, 404);
  const withdrawn = await send(registry, `DELETE /api/v1/oauth/consents/${consents[0].id}`, {
    cookie: ada.cookie,
  });
  assert.equal(withdrawn.status, 200, JSON.stringify(withdrawn.body));
  assert.equal((await userinfo()).status, 401, "a withdrawn consent ends its tokens at once");
  const revoke = async (secret: string, fields: Record<string, string>) => {
    const answer = await registry.request("/api/auth/oauth2/revoke", {
      method: "POST",
      headers: { authorization: `Basic ${btoa(`${client_id}:${secret}`)}` },
      body: new URLSearchParams(fields),
    });
    await answer.json();
    return answer.status;
  };
  for (const hint of ["access_token", "refresh_token", "any"]) {
    const gone = { token: tokens.access_token, token_type_hint: hint };
    assert.equal(await revoke(client_secret, gone), 200, `RFC 7009 2.2: ${hint}`);
    assert.equal(await revoke("wrong", gone), 401);
  }
  assert.equal(await revoke(client_secret, {}), 400);
});

Deno.test("deleting an application ends its tokens", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const bob = await signUp(registry, "bob");
  await join(registry, ada, "acme", bob);
  const { key } = await token(registry, ada, "acme", ["oauth:manage"]);
  const { client_id, client_secret } = (await register(registry, key)).body;
  const asked = await send(registry, "POST /api/auth/device/code", { body: { client_id } });
  await approve(registry, bob, asked.body.user_code);
  const { body } = await send(registry, "POST /api/auth/device/token", {
    body: {
      client_id,
      client_secret,
      device_code: asked.body.device_code,
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    },
  });
  const deleted = await send(registry, `DELETE /api/v1/oauth/applications/${client_id}`, {
    bearer: key,
  });
  assert.equal(deleted.status, 200, JSON.stringify(deleted.body));
  const info = await send(registry, "GET /api/auth/oauth2/userinfo", { bearer: body.access_token });
  assert.equal(info.status, 401);
});

Deno.test("a form that is larger than a body may be is refused as one, and is no failure of the server", async () => {
  await using registry = await testRegistry();
  const body = `token=${"a".repeat(LIMITS.requestBodyBytes)}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  for (const path of ["token", "revoke", "introspect"]) {
    for (const sent of [body, new Blob([body]).stream()]) {
      const answer = await registry.request(`/api/auth/oauth2/${path}`, {
        method: "POST",
        headers,
        body: sent,
      });
      assert.deepEqual([answer.status, (await answer.json()).code], [413, "body_too_large"], path);
    }
  }
});
