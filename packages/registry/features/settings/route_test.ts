import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../testing.ts";
import { signedUp, type Visitor, visitor } from "../../testing/web/browse.ts";

const PAGE = "/collectives/acme/settings";

async function ownerOfAcme(registry: TestRegistry): Promise<Visitor> {
  const ada = await signedUp(registry, "ada");
  assert.equal((await ada.post("/account/collectives", { slug: "acme", name: "" })).status, 303);
  return ada;
}

/** The value of the hidden `id` in the first form posted to `action` behind the text `after`. */
async function idIn(
  someone: Visitor,
  page: string,
  action: string,
  after = "<main",
): Promise<string> {
  const { html } = await someone.get(page);
  const form = html.slice(html.indexOf(`action="${action}"`, html.indexOf(after)));
  const found = /name="id" value="([^"]+)"/.exec(form)?.[1];
  assert.ok(found, `no form for ${action}`);
  return found;
}

async function joinAcme(registry: TestRegistry, ada: Visitor, username: string): Promise<Visitor> {
  const someone = await signedUp(registry, username);
  await ada.post(`${PAGE}/invite`, { who: username, role: "member" });
  const id = await idIn(someone, "/account", "/account/invitations");
  const joined = await someone.post("/account/invitations", { id, decision: "accept" });
  assert.equal(joined.location, "/collectives/acme");
  return someone;
}

Deno.test("a token is shown once, acts within its scopes, and is dead once revoked", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const form = new URLSearchParams({ name: "robot", days: "30" });
  form.append("scope", "collective:read");
  form.append("scope", "extensions:push");
  const made = await registry.request(`${PAGE}/create-token`, {
    method: "POST",
    headers: { cookie: ada.cookie(), origin: registry.services.config.baseUrl },
    body: form,
  });
  const html = await made.text();
  assert.equal(made.headers.get("cache-control"), "no-store");
  const key = /svc_org_[0-9a-f]{32}/.exec(html)?.[0];
  assert.ok(key);
  const read = () =>
    registry.request("/api/v1/collectives/acme", { headers: { authorization: `Bearer ${key}` } });
  assert.equal((await read()).status, 200);
  const listed = await ada.get(PAGE);
  assert.doesNotMatch(listed.html, new RegExp(key));
  assert.match(
    listed.html,
    /extensions:push, collective:read[^]*expires|expires[^]*extensions:push, collective:read/,
  );
  const id = await idIn(ada, PAGE, `${PAGE}/revoke-token`);
  await ada.post(`${PAGE}/revoke-token`, { id });
  assert.equal((await read()).status, 401);
  assert.match((await ada.get(PAGE)).html, /chip-bad">revoked/);
  await ada.post(`${PAGE}/delete-token`, { id });
  assert.doesNotMatch((await ada.get(PAGE)).html, /<b>robot<\/b>/);
});

Deno.test("a token without a scope is refused in the part its form stands in", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const { status, html } = await ada.post(`${PAGE}/create-token`, { name: "robot", days: "" });
  assert.equal(status, 400);
  const part = html.slice(html.indexOf('id="tokens-title"'), html.indexOf('id="delete-title"'));
  assert.match(part, /role="alert"[^]*at least one scope/);
});

Deno.test("an invited person accepts on the account page, is promoted, and removed", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const bob = await joinAcme(registry, ada, "bob");
  const memberId = await idIn(ada, PAGE, `${PAGE}/change-role`, "<b>bob</b>");
  assert.equal((await bob.get(PAGE)).status, 403);
  await ada.post(`${PAGE}/change-role`, { id: memberId, role: "admin" });
  assert.equal((await bob.get(PAGE)).status, 200);
  await ada.post(`${PAGE}/remove-member`, { id: memberId });
  assert.equal((await bob.get(PAGE)).status, 403);
});

Deno.test("the last owner can neither go nor be demoted, and the page says why", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const id = await idIn(ada, PAGE, `${PAGE}/change-role`);
  for (
    const [action, fields] of [["remove-member", {}], ["change-role", { role: "member" }]] as const
  ) {
    const { status, html } = await ada.post(`${PAGE}/${action}`, { id, ...fields });
    assert.equal(status, 400);
    const part = html.slice(
      html.indexOf('id="members-title"'),
      html.indexOf('id="invitations-title"'),
    );
    assert.match(part, /role="alert"/);
  }
});

Deno.test("settings are saved as ticked; an empty description clears it", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  await ada.post(`${PAGE}/update`, { description: "Tools.", private: "on" });
  assert.match((await ada.get("/collectives/acme")).html, /Tools\.[^]*Private/);
  assert.equal((await visitor(registry).get("/collectives/acme")).status, 404);
  await ada.post(`${PAGE}/update`, { description: "" });
  assert.equal((await visitor(registry).get("/collectives/acme")).status, 200);
  assert.doesNotMatch((await ada.get("/collectives/acme")).html, /Tools\./);
});

Deno.test("a collective is deleted only when its name is typed", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const wrong = await ada.post(`${PAGE}/delete`, { confirm: "acm" });
  assert.equal(wrong.status, 400);
  assert.match(wrong.html, /Nothing was deleted/);
  assert.equal((await ada.get("/collectives/acme")).status, 200);
  assert.equal((await ada.post(`${PAGE}/delete`, { confirm: "acme" })).location, "/account");
  assert.equal((await ada.get("/collectives/acme")).status, 404);
});

Deno.test("outsiders and members cannot drive any of the forms", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const bob = await joinAcme(registry, ada, "bob");
  const eve = await signedUp(registry, "eve");
  const actions = ["update", "invite", "cancel-invite", "create-token", "revoke-token"];
  for (const someone of [bob, eve]) {
    for (const action of actions) {
      const { status } = await someone.post(`${PAGE}/${action}`, {
        id: crypto.randomUUID(),
        who: "eve",
        role: "owner",
        name: "x",
        scope: "collective:*",
      });
      assert.equal(status, 403, action);
    }
  }
  assert.equal((await visitor(registry).post(`${PAGE}/update`, {})).status, 401);
  assert.equal((await ada.post(`${PAGE}/no-such-form`, {})).status, 404);
});
