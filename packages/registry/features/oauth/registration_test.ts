import assert from "node:assert/strict";
import { LIMITS } from "@svc/core/limit";
import { type Person, send, signUp } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";

const GOOD = {
  client_name: "Build board",
  redirect_uris: ["https://board.example.org/return"],
  grant_types: ["authorization_code"],
};

const register = (registry: TestRegistry, { cookie }: Person, more: Record<string, unknown>) =>
  send(registry, "POST /api/auth/oauth2/register", {
    cookie,
    headers: { origin: "http://registry.test" },
    body: { ...GOOD, ...more },
  });

const uris = (count: number, characters = 40) =>
  Array.from(
    { length: count },
    (_, index) => `https://board.example.org/${index}/`.padEnd(characters, "x"),
  );

Deno.test("an application's name and redirect addresses have an end, up to which they are taken", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { oauthApplicationNameCharacters: name, oauthRedirectUris: many } = LIMITS;
  const { oauthRedirectUriCharacters: long } = LIMITS;
  const taken = await register(registry, ada, {
    client_name: "n".repeat(name),
    redirect_uris: uris(many, long),
  });
  assert.equal(taken.status, 201, JSON.stringify(taken.body));
  assert.equal(taken.body.redirect_uris.length, many);
  const cases = [
    [{ client_name: "n".repeat(name + 1) }, "invalid_client_metadata", /^client_name: /],
    [{ redirect_uris: uris(many + 1) }, "invalid_redirect_uri", /^redirect_uris: /],
    [{ redirect_uris: uris(1, long + 1) }, "invalid_redirect_uri", /^redirect_uris\.0: /],
    [{ redirect_uris: [] }, "invalid_redirect_uri", /^redirect_uris: /],
    [{ scope: "openid ".repeat(100) }, "invalid_client_metadata", /^scope: /],
    [{ grant_types: Array(11).fill("authorization_code") }, "invalid_client_metadata", /^grant/],
  ] as const;
  for (const [more, error, words] of cases) {
    const { status, body } = await register(registry, ada, more);
    assert.deepEqual([status, body.error], [400, error], JSON.stringify(more).slice(0, 60));
    assert.match(body.error_description, words);
  }
  const { body } = await send(registry, "GET /api/v1/oauth/applications", { cookie: ada.cookie });
  assert.equal(body.applications.length, 1);
});

Deno.test("no name or address of an application turns, hides or breaks the line it is shown in", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const marks = ["\u0000", "\n", "\u001b[2K", "\u202e", "\u2066", "\u200f", "\u2028", "\u0085"];
  for (const mark of marks) {
    const named = await register(registry, ada, { client_name: `svc${mark}x` });
    assert.deepEqual([named.status, named.body.error], [400, "invalid_client_metadata"]);
    const address = `https://board.example.org/${mark}x`;
    const sent = await register(registry, ada, { redirect_uris: [address] });
    assert.deepEqual([sent.status, sent.body.error], [400, "invalid_redirect_uri"]);
  }
  // A Cyrillic letter in the host, which a reader takes for a Latin one.
  const alike = await register(registry, ada, {
    redirect_uris: ["https://bo\u0430rd.example.org/"],
  });
  assert.deepEqual([alike.status, alike.body.error], [400, "invalid_redirect_uri"]);
  const empty = await register(registry, ada, { client_name: "   " });
  assert.equal(empty.status, 400);
});

Deno.test("the form says what is wrong with a name that is too long", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const answer = await registry.request("/account/applications", {
    method: "POST",
    headers: { cookie: ada.cookie, origin: "http://registry.test" },
    body: new URLSearchParams({ name: "n".repeat(129), uri: GOOD.redirect_uris[0]! }),
  });
  assert.equal(answer.status, 400);
  assert.match(await answer.text(), /"notice-title">Name: /);
});

Deno.test("addresses that the provider would fetch by itself are ignored, and never fetched", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const { status, body } = await register(registry, ada, {
    jwks_uri: "https://inside.example.org/keys",
    backchannel_logout_uri: "https://inside.example.org/logout",
    logo_uri: "https://inside.example.org/logo.png",
    contacts: ["x".repeat(10_000)],
    software_statement: "x".repeat(10_000),
  });
  assert.equal(status, 201, JSON.stringify(body));
  const stored = await registry.services.db.selectFrom("oauthClient").selectAll().execute();
  for (const text of [JSON.stringify(body), JSON.stringify(stored)]) {
    assert.ok(!text.includes("inside.example.org"));
    assert.ok(!text.includes("xxxx"));
  }
  const discovered = await send(registry, "GET /.well-known/openid-configuration");
  assert.equal(discovered.body.backchannel_logout_supported, false);
  assert.equal(discovered.body.backchannel_logout_session_supported, false);
});
