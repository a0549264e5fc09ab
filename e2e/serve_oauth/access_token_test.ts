import assert from "node:assert/strict";
import { send } from "../../packages/registry/features/identity/testing.ts";
import { accessToken, authorize, registerProgram } from "./agent.ts";
import { type OAuthServer, oauthServer } from "./oauth_server.ts";
import { type Acme, acmeRegistry } from "./people.ts";

async function ask(server: OAuthServer, token: string) {
  const answer = await server.ask("/", { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, body: await answer.json() };
}

const started = (acme: Acme) => oauthServer(acme.url, { apiKey: acme.key });

Deno.test("a program finds the registry by the server, registers itself, and acts as who allows it", async () => {
  await using acme = await acmeRegistry();
  await using server = await started(acme);
  const metadata = await (await server.ask("/.well-known/oauth-protected-resource/mcp")).json();
  assert.equal(metadata.resource, server.url);
  assert.deepEqual(metadata.authorization_servers, [`${acme.url}/api/auth`]);
  const issuer = new URL(metadata.authorization_servers[0]);
  const found = await (await fetch(
    `${issuer.origin}/.well-known/oauth-authorization-server${issuer.pathname}`,
  )).json();
  assert.equal(found.registration_endpoint, `${acme.url}/api/auth/oauth2/register`);
  assert.ok(found.scopes_supported.includes("serve"));
  for (const resource of [server.url, `${server.url}/`]) {
    const token = await accessToken(acme, acme.ada, resource, metadata.scopes_supported.join(" "));
    const { status, body } = await ask(server, token);
    assert.deepEqual([status, body.kind, body.name, body.cookie], [200, "user", "ada", false]);
    const minutes = (Date.parse(body.expiresAt) - Date.now()) / 60_000;
    assert.ok(minutes > 58 && minutes <= 60);
  }
});

Deno.test("the scope serve alone tells the server who it is; without it there is no way in", async () => {
  await using acme = await acmeRegistry();
  await using server = await started(acme);
  const bare = await ask(server, await accessToken(acme, acme.ada, server.url, "serve"));
  assert.deepEqual([bare.status, bare.body.name], [200, "ada"]);
  const without = await accessToken(acme, acme.ada, server.url, "openid profile collectives");
  const refused = await ask(server, without);
  assert.equal(refused.status, 403);
  assert.match(refused.body.error, /scope 'serve'/);
});

Deno.test("a token without an audience, or for another server, is none here", async () => {
  await using acme = await acmeRegistry();
  await using server = await started(acme);
  await using other = await started(acme);
  const elsewhere = await ask(server, await accessToken(acme, acme.ada, other.url));
  assert.equal(elsewhere.status, 401);
  const opaque = await ask(server, await accessToken(acme, acme.ada, undefined, "openid profile"));
  assert.equal(opaque.status, 401, "a token that only userinfo takes");
});

Deno.test("the registry gives tokens for registered servers only, and none once one is deleted", async () => {
  await using acme = await acmeRegistry();
  await using server = await started(acme);
  const { client_id: clientId } = await (await registerProgram(acme)).json();
  const errorFor = async (resource: string) => {
    const { back } = await authorize(acme, acme.ada, { clientId, resource });
    return back.searchParams.get("error");
  };
  for (const resource of ["https://evil.example", `${server.url}/elsewhere`]) {
    assert.equal(await errorFor(resource), "invalid_target", resource);
  }
  assert.equal(await errorFor(server.url), null);
  const { applications } =
    (await send(acme.registry, "GET /api/v1/oauth/applications", { bearer: acme.key })).body;
  await send(acme.registry, `DELETE /api/v1/oauth/applications/${applications[0].clientId}`, {
    bearer: acme.key,
  });
  assert.equal(await errorFor(server.url), "invalid_target");
});

Deno.test("who is not admitted is refused with a good token, too", async () => {
  await using acme = await acmeRegistry();
  await using server = await started(acme);
  const eve = await acme.signUp("eve");
  const { status, body } = await ask(server, await accessToken(acme, eve, server.url));
  assert.equal(status, 403);
  assert.ok(!JSON.stringify(body).includes("acme"));
});
