import assert from "node:assert/strict";
import { begin, sessionOf, tab } from "./browser.ts";
import {
  CLIENT_ID,
  type HostileProvider,
  hostileProvider,
  newKey,
  signed,
  signedBySecret,
  type Twist,
} from "./hostile_provider.ts";
import { type OAuthServer, oauthServer } from "./oauth_server.ts";

const client = { clientId: CLIENT_ID, clientSecret: "a-secret" };

/** Signs in by the provider with a twist. */
async function signIn(provider: HostileProvider, server: OAuthServer, twist: Twist) {
  provider.twist = twist;
  // Logins of one network are limited.
  server.clock.now = new Date(server.clock.now.getTime() + 6000);
  const one = tab(server);
  const asked = (await begin(one)).searchParams;
  provider.nonce = asked.get("nonce")!;
  const answer = new URLSearchParams({
    code: "a-code",
    state: asked.get("state")!,
    iss: provider.issuer,
  });
  const response = await one.get(`/auth/callback?${answer}`);
  await response.body?.cancel();
  return { status: response.status, session: sessionOf(one) };
}

function unsigned(claims: Record<string, unknown>, alg: string): string {
  const part = (value: unknown) =>
    new TextEncoder().encode(JSON.stringify(value))
      .toBase64({ alphabet: "base64url", omitPadding: true });
  return `${part({ alg, kid: "first" })}.${part(claims)}.`;
}

const now = () => Math.floor(Date.now() / 1000);

Deno.test("a good answer signs in, so that the refusals below are about what they say", async () => {
  await using provider = await hostileProvider();
  await using server = await oauthServer(provider.url, { client });
  const { status, session } = await signIn(provider, server, {});
  assert.equal(status, 303, server.logged.join(""));
  assert.ok(session);
});

Deno.test("an id token that does not fit signs nobody in", async () => {
  await using provider = await hostileProvider();
  await using server = await oauthServer(provider.url, { client });
  const stranger = await newKey("first");
  const unknown = await newKey("unknown");
  const twists: Record<string, Twist> = {
    "another audience": { claims: { aud: "another-client" } },
    "no audience": { claims: { aud: undefined } },
    "another issuer": { claims: { iss: "https://evil.example" } },
    "the issuer one byte apart": { claims: { iss: `${provider.issuer}/` } },
    "another nonce": { claims: { nonce: "another" } },
    "no nonce": { claims: { nonce: undefined } },
    "expired": { claims: { exp: now() - 60 } },
    "no end": { claims: { exp: undefined } },
    "alg none": { sign: (claims) => unsigned(claims, "none") },
    "alg none in capitals": { sign: (claims) => unsigned(claims, "NONE") },
    "EdDSA without a signature": { sign: (claims) => unsigned(claims, "EdDSA") },
    "HS256 with the public key": {
      sign: (claims, { keys }) =>
        signedBySecret(claims, JSON.stringify(keys[0]!.publicJwk), { kid: "first" }),
    },
    "HS256 with the client's secret": {
      sign: (claims) => signedBySecret(claims, client.clientSecret),
    },
    "a stranger's key of the same id": { sign: (claims) => signed(claims, stranger) },
    "a key that is not published": { sign: (claims) => signed(claims, unknown) },
    "a key that it brings along": {
      sign: (claims) => signed(claims, stranger, { jwk: stranger.publicJwk, kid: undefined }),
    },
    "a critical header": {
      sign: (claims, { keys }) => signed(claims, keys[0]!, { crit: ["x"], x: 1 }),
    },
    "no token at all": { sign: () => "" },
    "no JWT": { sign: () => "a.b.c" },
  };
  for (const [what, twist] of Object.entries(twists)) {
    const { status, session } = await signIn(provider, server, twist);
    assert.deepEqual([status, session], [400, undefined], what);
  }
  assert.equal(server.kept.state.database.prepare("SELECT * FROM oauth_login").get(), undefined);
});

Deno.test("an answer of userinfo that does not fit signs nobody in", async () => {
  await using provider = await hostileProvider();
  await using server = await oauthServer(provider.url, { client });
  const person = { sub: "ada-id", preferred_username: "ada", collective_roles: { acme: "owner" } };
  const cases: [unknown, number][] = [
    [{ ...person, sub: "another-id" }, 403],
    [{ ...person, sub: undefined }, 502],
    [{ ...person, preferred_username: undefined }, 502],
    [{ ...person, preferred_username: "ada\u001b[2J" }, 502],
    [{ ...person, preferred_username: { toString: "ada" } }, 502],
    [{ ...person, collective_roles: undefined }, 403],
    [{ ...person, collective_roles: { acme: "king" } }, 403],
    [{ ...person, collective_roles: { acme: ["owner"] } }, 403],
    [{ ...person, collective_roles: null }, 403],
    [{ ...person, collective_roles: { constructor: "owner", __proto__: "owner" } }, 403],
    [[person], 502],
    ["text", 502],
  ];
  for (const [body, expected] of cases) {
    const { status, session } = await signIn(provider, server, {
      userinfo: () => Response.json(body),
    });
    assert.deepEqual([status, session], [expected, undefined], JSON.stringify(body));
  }
  for (const status of [401, 500]) {
    const answered = await signIn(provider, server, {
      userinfo: () => Response.json(person, { status }),
    });
    assert.deepEqual([answered.status, answered.session], [status === 401 ? 403 : 502, undefined]);
  }
});

Deno.test("a provider leads nowhere else, cannot fill the memory, and is down while it restarts", async () => {
  await using provider = await hostileProvider();
  await using server = await oauthServer(provider.url, { client });
  let elsewhere = 0;
  await using other = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, () => {
    elsewhere++;
    return Response.json({});
  });
  const away = () =>
    new Response(null, {
      status: 307,
      headers: { location: `http://127.0.0.1:${other.addr.port}/` },
    });
  const endless = () =>
    new Response(
      new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(65_536).fill(32)) }),
      { headers: { "content-type": "application/json" } },
    );
  // As a proxy in front of it answers while it restarts.
  const starting = () => new Response("<h1>Bad Gateway</h1>", { status: 502 });
  for (const answer of [away, endless, starting]) {
    for (const path of ["token", "jwks", "userinfo"] as const) {
      // Keys are asked for again each time.
      server.clock.now = new Date(server.clock.now.getTime() + 6 * 60_000);
      const { status, session } = await signIn(provider, server, { [path]: answer });
      assert.deepEqual([status, session], [502, undefined], `${path} ${answer.name}`);
    }
  }
  assert.equal(elsewhere, 0);
  const grant = {
    device_code: "a",
    user_code: "b",
    verification_uri: "https://evil.example/device",
    expires_in: 300,
  };
  provider.twist = { device: () => Response.json(grant) };
  const begun = await server.ask("/auth/device", { method: "POST" });
  assert.equal(begun.status, 502);
  assert.ok(!(await begun.text()).includes("evil"));
});

Deno.test("rotated keys work at once, and one that is taken away stops within five minutes", async () => {
  await using provider = await hostileProvider();
  await using server = await oauthServer(provider.url, { client });
  assert.equal((await signIn(provider, server, {})).status, 303);
  const [first] = provider.keys;
  provider.keys.push(await newKey("second"));
  assert.equal((await signIn(provider, server, {})).status, 303, "a new key, at once");
  const byFirst: Twist = { sign: (claims) => signed(claims, first!) };
  assert.equal((await signIn(provider, server, byFirst)).status, 303, "the old one still");
  provider.keys.shift();
  server.clock.now = new Date(server.clock.now.getTime() + 5 * 60_000);
  assert.equal((await signIn(provider, server, byFirst)).status, 400);
  assert.equal((await signIn(provider, server, {})).status, 303);
});

Deno.test("strangers with unknown keys cannot make the server ask the provider without end", async () => {
  await using provider = await hostileProvider();
  await using server = await oauthServer(provider.url, { client });
  const strangers = await newKey("0");
  const token = async (kid: string) =>
    await signed(
      {
        ...provider.goodClaims(),
        aud: server.url,
        client_id: "x",
        jti: kid,
        scope: "serve",
        preferred_username: "ada",
        collective_roles: { acme: "owner" },
      },
      { ...strangers, kid },
      { typ: "at+jwt" },
    );
  const ask = async (kid: string) => {
    const answer = await server.ask("/", {
      headers: { authorization: `Bearer ${await token(kid)}` },
    });
    await answer.body?.cancel();
    return answer.status;
  };
  const statuses = [];
  for (let count = 0; count < 40; count++) statuses.push(await ask(`unknown-${count}`));
  assert.ok(statuses.every((status) => status === 401), statuses.join());
  assert.ok(
    provider.asked.get("/api/auth/jwks")! <= 4,
    String(provider.asked.get("/api/auth/jwks")),
  );
  assert.equal((await Promise.all(Array.from({ length: 8 }, (_, n) => ask(`again-${n}`))))[0], 401);
  const logged = server.logged.filter((line) => line.includes("credential.refused"));
  assert.ok(logged.length >= 40 && !logged.join("").includes("eyJ"), "no token in the log");
});

Deno.test("an access token that does not fit is none", async () => {
  await using provider = await hostileProvider();
  await using server = await oauthServer(provider.url, { client });
  const good = () => ({
    ...provider.goodClaims(),
    aud: [server.url, `${provider.issuer}/oauth2/userinfo`],
    client_id: "agent",
    jti: crypto.randomUUID(),
    scope: "openid serve",
    preferred_username: "ada",
    collective_roles: { acme: "owner" },
  });
  const key = provider.keys[0]!;
  const at = { typ: "at+jwt" };
  const ask = async (token: string) => {
    const answer = await server.ask("/", { headers: { authorization: `Bearer ${token}` } });
    await answer.body?.cancel();
    return answer.status;
  };
  assert.equal(await ask(await signed(good(), key, at)), 200, server.logged.join(""));
  const bad: Record<string, string> = {
    "an id token": await signed({ ...good(), nonce: "n" }, key, { typ: "JWT" }),
    "no type": await signed(good(), key),
    "another audience": await signed({ ...good(), aud: `${server.url}0` }, key, at),
    "only userinfo": await signed(
      { ...good(), aud: `${provider.issuer}/oauth2/userinfo` },
      key,
      at,
    ),
    "another issuer": await signed({ ...good(), iss: "https://evil.example" }, key, at),
    "expired": await signed({ ...good(), exp: now() - 60 }, key, at),
    "not yet": await signed({ ...good(), nbf: now() + 600 }, key, at),
    "no end": await signed({ ...good(), exp: undefined }, key, at),
    "no person": await signed({ ...good(), sub: undefined }, key, at),
    "a stranger's key": await signed(good(), await newKey("first"), at),
    "none": unsigned(good(), "none") + "AA",
    "cut": (await signed(good(), key, at)).slice(0, -4),
    "long": await signed({ ...good(), filler: "x".repeat(9000) }, key, at),
  };
  for (const [what, token] of Object.entries(bad)) assert.equal(await ask(token), 401, what);
  const scope = await signed({ ...good(), scope: "openid serve2" }, key, at);
  assert.equal(await ask(scope), 403);
  const bound = await signed({ ...good(), cnf: { jkt: "x" } }, key, at);
  assert.equal(await ask(bound), 401, "a token bound to a key is not a bearer token");
});
