import assert from "node:assert/strict";
import { collective, send, signUp, token } from "../identity/testing.ts";
import { testRegistry } from "../../testing.ts";

Deno.test("a profile is changed field by field by its person, and null clears one", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  const patch = (body: Record<string, unknown>) =>
    send(registry, "PATCH /api/v1/profile", { cookie: ada.cookie, body });
  await patch({ displayName: "Ada L.", bio: "Line one\nline two", url: "https://ada.example" });
  await patch({ bio: null, location: "London" });
  const { status, body } = await send(registry, "GET /api/v1/profiles/ADA");
  assert.equal(status, 200);
  const { displayName, bio, url, location, kind } = body.profile;
  assert.deepEqual({ displayName, bio, url, location, kind }, {
    displayName: "Ada L.",
    bio: null,
    url: "https://ada.example",
    location: "London",
    kind: "person",
  });
  assert.ok(!JSON.stringify(body).includes(ada.email), "an address is never part of a profile");
  for (
    const bad of [{}, { url: "javascript:alert(1)" }, { email: "x" }, { displayName: "a\nb" }, {
      displayName: "\u202eada",
    }]
  ) {
    assert.equal((await patch(bad)).status, 400, JSON.stringify(bad));
  }
});

Deno.test("a token with profile:write edits its collective's profile; of a personal collective, its person's", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  const ours = await token(registry, ada, "acme", ["profile:*"]);
  const own = await token(registry, ada, "ada", ["profile:*"]);
  const patch = (bearer: string, bio: string) =>
    send(registry, "PATCH /api/v1/profile", { bearer, body: { bio } });
  assert.equal((await patch(ours.key, "We make tools")).status, 200);
  assert.equal((await patch(own.key, "I make tools")).status, 200);
  const bio = async (name: string) =>
    (await send(registry, `GET /api/v1/profiles/${name}`)).body.profile.bio;
  assert.equal(await bio("acme"), "We make tools");
  assert.equal(await bio("ada"), "I make tools");
  const reader = await token(registry, ada, "acme", ["profile:read"]);
  assert.equal((await patch(reader.key, "x")).status, 403);
  const me = await send(registry, "GET /api/v1/profile", { bearer: reader.key });
  assert.equal(me.body.profile.username, "acme");
});

Deno.test("a private collective's profile answers strangers as one that is not there", async () => {
  await using registry = await testRegistry();
  const ada = await signUp(registry, "ada");
  await collective(registry, ada, "acme");
  await send(registry, "PATCH /api/v1/collectives/acme", {
    cookie: ada.cookie,
    body: { private: true },
  });
  const hidden = await send(registry, "GET /api/v1/profiles/acme");
  const absent = await send(registry, "GET /api/v1/profiles/acne");
  assert.equal(hidden.status, 404);
  assert.equal(JSON.stringify(hidden.body).replace("acme", "acne"), JSON.stringify(absent.body));
  assert.equal(
    (await send(registry, "GET /api/v1/profiles/acme", { cookie: ada.cookie })).status,
    200,
  );
});
