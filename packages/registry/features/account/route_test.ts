import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../testing.ts";
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
  const listed = await ada.get("/account/keys");
  assert.match(listed.html, /<b>laptop<\/b>/);
  assert.doesNotMatch(listed.html, new RegExp(key));
  const id = /name="id" value="([^"]+)"/.exec(listed.html)![1]!;
  assert.equal((await ada.post("/account/keys/delete", { id })).status, 303);
  assert.equal((await whoami()).status, 401);
});

/** Creates a token of the collective `ada` with the key, and returns it. */
async function tokenBy(registry: TestRegistry, key: string, name: string): Promise<string> {
  const post = async (path: string, bearer: string, body: unknown) => {
    const answer = await registry.request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.equal(answer.status, 200);
    return await answer.json();
  };
  const { token } = await post("/api/v1/auth/exchange", key, {});
  const body = { name, scopes: ["lab:read"] };
  return (await post("/api/v1/collectives/ada/api-tokens", token, body)).key;
}

for (const choice of ["keep", "revoke"]) {
  Deno.test(`a key that created tokens is deleted with them in sight: ${choice} them`, async () => {
    await using registry = await testRegistry();
    const ada = await signedUp(registry, "ada");
    const made = await ada.post("/account/keys", { name: "laptop" });
    const key = /svc_[0-9a-f]{32}/.exec(made.html)![0];
    const token = await tokenBy(registry, key, "release robot");

    const shown = (await ada.get("/account/keys")).html;
    assert.match(shown, /<b>release robot<\/b> <code>svc_org_\w+…<\/code> of\s+<a [^>]+>@ada</);
    assert.match(shown, /name="tokens" value="revoke">Delete the key and revoke its token</);
    assert.match(shown, /name="tokens" value="keep">Delete only the key</);
    const listed = () => ada.get("/collectives/ada/settings/tokens");
    assert.match((await listed()).html, /by ada\s+with the key <b>laptop<\/b>,/);

    const id = /name="id" value="([^"]+)"/.exec(shown)![1]!;
    assert.equal((await ada.post("/account/keys/delete", { id, tokens: choice })).status, 303);
    const used = await registry.request("/api/whoami", {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(used.status, choice === "keep" ? 200 : 401);
    const after = (await listed()).html;
    assert.match(after, /by ada\s+with the key <b>laptop<\/b> \(deleted\)/);
    assert.equal(after.includes("revoked</span>"), choice === "revoke");
  });
}

Deno.test("nobody deletes another person's key", async () => {
  await using registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  const bob = await signedUp(registry, "bob");
  await ada.post("/account/keys", { name: "laptop" });
  const id = /name="id" value="([^"]+)"/.exec((await ada.get("/account/keys")).html)![1]!;
  assert.equal((await bob.post("/account/keys/delete", { id })).status, 404);
  assert.match((await ada.get("/account/keys")).html, /<b>laptop<\/b>/);
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
