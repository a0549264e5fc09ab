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
  await ada.post(`${PAGE}/invite`, { invite: username, role: "member" });
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
  const listed = await ada.get(`${PAGE}/tokens`);
  assert.doesNotMatch(listed.html, new RegExp(key));
  assert.match(
    listed.html,
    /extensions:push, collective:read[^]*expires|expires[^]*extensions:push, collective:read/,
  );
  const id = await idIn(ada, `${PAGE}/tokens`, `${PAGE}/revoke-token`);
  await ada.post(`${PAGE}/revoke-token`, { id });
  assert.equal((await read()).status, 401);
  assert.match((await ada.get(`${PAGE}/tokens`)).html, /chip-bad">revoked/);
  await ada.post(`${PAGE}/delete-token`, { id });
  assert.doesNotMatch((await ada.get(`${PAGE}/tokens`)).html, /<b>robot<\/b>/);
});

Deno.test("what a form refuses is told at its field, with what was typed still there", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const cases: [action: string, fields: Record<string, string>, error: RegExp][] = [
    ["create-token", { name: "robot", days: "" }, /id="scope-error">[^<]*at least one scope/],
    ["create-token", { name: "robot", days: "x", scope: "lab:read" }, /id="field-days-error">/],
    ["create-token", { name: "r".repeat(101), days: "", scope: "lab:read" }, /field-name-error">/],
    ["invite", { invite: "nobody-here", role: "admin" }, /field-invite-error">[^<]*nobody-here/],
    ["invite", { invite: "not@an address", role: "admin" }, /field-invite-error">/],
    ["delete", { confirm: "acm" }, /field-confirm-error">Nothing was deleted/],
    ["update", { description: "d".repeat(1001) }, /field-description-error">/],
  ];
  for (const [action, fields, error] of cases) {
    const { status, html } = await ada.post(`${PAGE}/${action}`, fields);
    assert.ok(status === 400 || status === 404, `${action}: ${status}`);
    assert.match(html, error);
    if (action === "delete") continue;
    for (const typed of Object.values(fields).filter((text) => text !== "")) {
      assert.ok(html.includes(`value="${typed}"`), `${action} forgets ${typed}`);
    }
  }
  // A refused form answers at its own address; loading that again leads to its page.
  const again = await ada.get(`${PAGE}/invite`);
  assert.equal(again.location, `${PAGE}/invitations`);
});

Deno.test("a form is filled in from the address, and nothing is changed by it", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const bob = await joinAcme(registry, ada, "bob");
  const invite = await ada.get(`${PAGE}/invitations?invite=zoe%22%3E&role=admin`);
  assert.match(invite.html, /value="zoe&quot;&gt;"/);
  assert.match(invite.html, /value="admin" selected/);
  assert.match(invite.html, /No invitation is open/);
  const role = await ada.get(`${PAGE}/members?member=bob&role=owner`);
  assert.match(role.html, /value="owner" selected/);
  assert.doesNotMatch(role.html, /<b>ada<\/b>/);
  assert.match(
    (await ada.get(`${PAGE}/members`)).html,
    /bob[^]*?<p class="quiet">\s*member, joined/,
  );
  assert.match((await ada.get(`${PAGE}/members?member=zoe`)).html, /Nobody called “zoe”/);
  assert.match((await bob.get("/account?create=tools&name=Tools")).html, /value="tools"/);
});

Deno.test("pages are there for what they are about: plans where offered, people where shared", async () => {
  await using registry = await testRegistry();
  await using selling = await testRegistry({ environment: { SVC_PLANS: "on" } });
  const ada = await ownerOfAcme(registry);
  assert.equal((await ada.get(PAGE)).location, `${PAGE}/general`);
  assert.equal((await ada.get(`${PAGE}/billing`)).status, 404);
  assert.doesNotMatch((await ada.get(`${PAGE}/general`)).html, /Billing|Enterprise|plan/);
  assert.equal((await ada.get(`${PAGE}/no-such-page`)).status, 404);
  const own = "/collectives/ada/settings";
  assert.equal((await ada.get(own)).location, `${own}/tokens`);
  assert.equal((await ada.get(`${own}/members`)).status, 404);
  const eve = await ownerOfAcme(selling);
  assert.match((await eve.get(`${PAGE}/billing`)).html, /30 days left/);
  assert.match((await eve.get(`${PAGE}/general`)).html, /Enterprise plan/);
});

Deno.test("an invited person accepts on the account page, is promoted, and removed", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const bob = await joinAcme(registry, ada, "bob");
  const memberId = await idIn(ada, `${PAGE}/members`, `${PAGE}/change-role`, "<b>bob</b>");
  const open = async () => {
    const pages = ["general", "members", "invitations", "tokens", "integrations", "danger"];
    const answers = await Promise.all(pages.map((page) => bob.get(`${PAGE}/${page}`)));
    return [...new Set(answers.map(({ status }) => status))];
  };
  assert.deepEqual(await open(), [403]);
  const changed = await ada.post(`${PAGE}/change-role`, { id: memberId, role: "admin" });
  assert.match((await ada.get(changed.location!)).html, /The role is changed/);
  const elsewhere = await ada.get(`${PAGE}/general?done=change-role`);
  assert.doesNotMatch(elsewhere.html, /The role is changed/);
  assert.deepEqual(await open(), [200]);
  assert.match((await bob.get(`${PAGE}/danger`)).html, /Only an owner can do this/);
  await ada.post(`${PAGE}/remove-member`, { id: memberId });
  assert.deepEqual(await open(), [403]);
});

Deno.test("the last owner can neither go nor be demoted, and the page says why", async () => {
  await using registry = await testRegistry();
  const ada = await ownerOfAcme(registry);
  const id = await idIn(ada, `${PAGE}/members`, `${PAGE}/change-role`);
  for (
    const [action, fields] of [["remove-member", {}], ["change-role", { role: "member" }]] as const
  ) {
    const { status, html } = await ada.post(`${PAGE}/${action}`, { id, ...fields });
    assert.equal(status, 400);
    assert.match(html, /<h1>Members<\/h1>[^]*role="alert"/);
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
  assert.equal((await ada.post(`${PAGE}/delete`, { confirm: "acm" })).status, 400);
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
        invite: "eve",
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
