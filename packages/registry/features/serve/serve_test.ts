import assert from "node:assert/strict";
import { enrolApp } from "../factor/testing.ts";
import { collective, join, personalKey, send, signUp, token } from "../identity/testing.ts";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { GONE_AFTER_MS } from "./endpoints.ts";

const instance = (oauthClientId: string, more: Record<string, unknown> = {}) => ({
  oauthClientId,
  instanceId: "0a8a2f4e-6a0e-4b4e-8c57-0d4c0e2fd9a1",
  collectiveSlugs: ["acme"],
  hostname: "build-1",
  version: "2026.11.21",
  deploymentMode: "durable (limited)",
  tags: { zone: "a" },
  ...more,
});

async function application(registry: TestRegistry, bearer: string): Promise<string> {
  const { body } = await send(registry, "POST /api/auth/oauth2/register", {
    bearer,
    body: {
      client_name: "svc serve",
      redirect_uris: ["http://localhost"],
      grant_types: ["authorization_code"],
      scope: "openid profile email collectives",
    },
  });
  return body.client_id;
}

async function cast() {
  const registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const eve = await signUp(registry, "eve");
  await collective(registry, ada, "acme");
  await collective(registry, eve, "other");
  const ours = (await token(registry, ada, "acme", ["oauth:manage", "serve:*"])).key;
  const theirs = (await token(registry, eve, "other", ["oauth:manage", "serve:*"])).key;
  const put = (bearer: string, body: unknown) =>
    send(registry, "PUT /api/v1/serve/instances", { bearer, body });
  const beat = (bearer: string, id: string) =>
    send(registry, `PUT /api/v1/serve/instances/${encodeURIComponent(id)}/heartbeat`, { bearer });
  const list = async (slug: string, cookie: string) =>
    (await send(registry, `GET /api/v1/collectives/${slug}/serve-instances`, { cookie })).body
      .instances;
  return { registry, ada, eve, ours, theirs, put, beat, list };
}

Deno.test("an instance registers, beats, and is gone after three hours of silence, back at the next beat", async () => {
  const { registry, ada, ours, put, beat, list } = await cast();
  await using _ = registry;
  const id = await application(registry, ours);
  const registered = await put(ours, instance(id));
  assert.equal(registered.status, 200, JSON.stringify(registered.body));
  assert.deepEqual(Object.keys(registered.body).sort(), [
    "instanceId",
    "oauthClientId",
    "registeredAt",
    "startedAt",
  ]);
  const state = async () => (await list("acme", ada.cookie))[0].state;
  registry.clock.now = new Date(registry.clock.now.getTime() + GONE_AFTER_MS);
  assert.equal(await state(), "alive", "three hours are not yet silence");
  registry.clock.now = new Date(registry.clock.now.getTime() + 1);
  assert.equal(await state(), "gone");
  const beaten = await beat(ours, id);
  assert.equal(beaten.body.heartbeatCount, 1);
  assert.equal(beaten.body.lastHeartbeatAt, registry.clock.now.toISOString());
  assert.equal(await state(), "alive");
  const again = await put(ours, instance(id, { hostname: "build-2" }));
  assert.equal(again.body.registeredAt, registered.body.registeredAt);
  assert.notEqual(again.body.startedAt, registered.body.startedAt);
  assert.equal((await list("acme", ada.cookie)).length, 1);
});

Deno.test("an OAuth client that is unknown or another's is 422 alike, and an unregistered heartbeat 404 (wire 1.7)", async () => {
  const { registry, ours, theirs, put, beat } = await cast();
  await using _ = registry;
  const id = await application(registry, ours);
  const unknown = await put(ours, instance("nobody"));
  const foreign = await put(theirs, instance(id, { collectiveSlugs: ["other"] }));
  assert.equal(unknown.status, 422);
  assert.equal(foreign.status, 422);
  assert.deepEqual(foreign.body, unknown.body);
  assert.equal((await beat(ours, id)).status, 404);
  await put(ours, instance(id));
  assert.equal((await beat(ours, id)).status, 200);
  assert.equal((await beat(theirs, id)).status, 404, "nobody else keeps it alive");
});

Deno.test("nobody puts an instance into another collective's list", async () => {
  const { registry, ada, eve, ours, put, list } = await cast();
  await using _ = registry;
  const id = await application(registry, ours);
  assert.equal((await put(ours, instance(id, { collectiveSlugs: ["other"] }))).status, 400);
  await put(ours, instance(id, { collectiveSlugs: ["acme", "other"] }));
  assert.equal((await list("acme", ada.cookie)).length, 1);
  assert.deepEqual(await list("other", eve.cookie), []);
});

Deno.test("a member's personal key registers an instance of the member's own application", async () => {
  const { registry, ada, put, list } = await cast();
  await using _ = registry;
  const bob = await signUp(registry, "bob");
  await join(registry, ada, "acme", bob);
  const { key } = await personalKey(registry, bob);
  const id = await application(registry, key);
  assert.equal((await put(key, instance(id))).status, 200);
  assert.equal((await list("acme", ada.cookie))[0].oauthClientId, id);
});

/**
 * Who registers an instance for which collectives: `acme` may require a second factor, `open` never
 * does. People use their personal keys, and the token is the collective's own.
 */
const BY_FACTOR: readonly [
  who: "without" | "with" | "token",
  names: string[],
  outcome: { off: string; required: string },
][] = [
  ["without", ["acme"], { off: "listed", required: "second_factor_missing" }],
  ["without", ["open"], { off: "listed", required: "listed" }],
  ["without", ["acme", "open"], { off: "listed", required: "second_factor_missing" }],
  ["with", ["acme"], { off: "listed", required: "listed" }],
  ["with", ["acme", "open"], { off: "listed", required: "listed" }],
  ["token", ["acme"], { off: "listed", required: "listed" }],
];

for (const [who, collectiveSlugs, outcome] of BY_FACTOR) {
  for (const [setting, expected] of Object.entries(outcome)) {
    const by = who === "token" ? "the collective's token" : `a member ${who} a second factor`;
    Deno.test(`${by} names ${collectiveSlugs.join(" and ")}, a second factor is ${setting}: ${expected}`, async () => {
      const { registry, ada, ours, put, list } = await cast();
      await using _ = registry;
      const bob = await signUp(registry, "bob");
      await collective(registry, ada, "open");
      for (const slug of ["acme", "open"]) await join(registry, ada, slug, bob);
      if (who === "with") await enrolApp(registry, bob.cookie);
      const key = who === "token" ? ours : (await personalKey(registry, bob)).key;
      const id = await application(registry, key);
      await enrolApp(registry, ada.cookie);
      const { status } = await send(registry, "PUT /api/v1/collectives/acme/second-factor", {
        cookie: ada.cookie,
        body: { required: setting === "required" },
      });
      assert.equal(status, 200);
      const answer = await put(key, instance(id, { collectiveSlugs }));
      assert.equal(answer.status === 200 ? "listed" : answer.body.code, expected);
      for (const slug of ["acme", "open"]) {
        const isListed = expected === "listed" && collectiveSlugs.includes(slug);
        assert.equal((await list(slug, ada.cookie)).length, isListed ? 1 : 0, slug);
      }
    });
  }
}

Deno.test("without the serve scope a token is refused by name, and a session is not a credential here", async () => {
  const { registry, ada, put } = await cast();
  await using _ = registry;
  const { key } = await token(registry, ada, "acme", ["collective:*"]);
  const refused = await put(key, instance("x"));
  assert.equal(refused.status, 403);
  assert.match(refused.body.error, /requires the serve:\* scope/);
  const session = await send(registry, "PUT /api/v1/serve/instances", {
    cookie: ada.cookie,
    body: instance("x"),
  });
  assert.equal(session.status, 403);
});

Deno.test("the page of instances links to each that says where it is, and only by http(s)", async () => {
  const { registry, ada, ours, put } = await cast();
  await using _ = registry;
  const urls = [
    "https://serve.example.org",
    "javascript:alert(1)",
    'https://x.example.org/"><script>alert(1)</script>',
  ];
  for (const url of urls) {
    const id = await application(registry, ours);
    const { status } = await put(ours, instance(id, { tags: { url } }));
    assert.equal(status, 200, url);
  }
  await put(ours, instance(await application(registry, ours)));
  const response = await registry.request("/collectives/acme/settings/integrations", {
    headers: { cookie: ada.cookie },
  });
  const page = await response.text();
  assert.equal(response.status, 200, page);
  const links = [...page.matchAll(/<a href="([^"]*)" rel="noopener noreferrer">/g)];
  assert.deepEqual(links.map(([, href]) => href).sort(), [
    "https://serve.example.org/",
    "https://x.example.org/%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
  ]);
  assert.doesNotMatch(page, /javascript:|<script>alert/);
});
