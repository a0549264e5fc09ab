import assert from "node:assert/strict";
import { testRegistry } from "../../testing.ts";
import { signedUp, visitor } from "../../testing/web/browse.ts";

Deno.test("a personal key is shown once, works, and dies with its row", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const made = await ada.post("/account/keys", { name: "laptop" });
  assert.equal(made.status, 200);
  assert.equal(made.headers.get("cache-control"), "no-store");
  const key = /svc_[0-9a-f]{32}/.exec(made.html)?.[0];
  assert.ok(key);
  const whoami = () =>
    registry.request("/api/whoami", { headers: { authorization: `Bearer ${key}` } });
  assert.equal((await whoami()).status, 200);
  const listed = await ada.get("/account");
  assert.match(listed.html, /<b>laptop<\/b>/);
  assert.doesNotMatch(listed.html, new RegExp(key));
  const id = /name="id" value="([^"]+)"/.exec(listed.html)![1]!;
  assert.equal((await ada.post("/account/keys/delete", { id })).status, 303);
  assert.equal((await whoami()).status, 401);
});

Deno.test("nobody deletes another person's key", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const bob = await signedUp(registry, "bob");
  await ada.post("/account/keys", { name: "laptop" });
  const id = /name="id" value="([^"]+)"/.exec((await ada.get("/account")).html)![1]!;
  assert.equal((await bob.post("/account/keys/delete", { id })).status, 404);
  assert.match((await ada.get("/account")).html, /<b>laptop<\/b>/);
});

Deno.test("a key's name that is refused stands beside the field", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const answer = await ada.post("/account/keys", { name: "n".repeat(33) });
  assert.equal(answer.status, 400);
  assert.match(answer.html, /id="field-name-error"/);
});

Deno.test("a collective made on the page leads to its page; a taken name is said beside the field", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const made = await ada.post("/account/collectives", { slug: "acme", name: "Acme Tools" });
  assert.equal(made.location, "/collectives/acme");
  const shown = await visitor(registry).get("/collectives/acme");
  assert.match(shown.html, /Acme Tools/);
  const taken = await ada.post("/account/collectives", { slug: "acme", name: "" });
  assert.equal(taken.status, 409);
  assert.match(taken.html, /id="field-slug-error"/);
  assert.match(taken.html, /value="acme"/);
});

Deno.test("the account page, its forms and the device page ask strangers to sign in", async () => {
  await using registry = await testRegistry();
  const nobody = visitor(registry);
  for (const path of ["/account", "/device"]) {
    assert.match((await nobody.get(path)).location!, /^\/sign-in\?return_to=/);
  }
  for (const path of ["/account/keys", "/account/collectives", "/device"]) {
    assert.equal((await nobody.post(path, { name: "x", slug: "x" })).status, 401);
  }
});
