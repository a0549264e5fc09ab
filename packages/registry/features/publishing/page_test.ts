import assert from "node:assert/strict";
import { signedUp } from "../../testing/web/browse.ts";
import { testRegistry } from "../../testing.ts";
import { addPublishKey } from "../../testing/extensions/publisher.ts";
import { published } from "../../testing/extensions/push.ts";
import { join, personalKey, send, signUp } from "../identity/testing.ts";
import { trusting } from "./testing.ts";

const BASE = "/collectives/acme/settings";

async function settings() {
  const registry = await testRegistry();
  const ada = await signedUp(registry, "ada");
  assert.equal((await ada.post("/account/collectives", { slug: "acme", name: "" })).status, 303);
  return { registry, ada };
}

const FIELDS = {
  provider: "github",
  extension: "@acme/x",
  repository: "acme/x",
  workflow: "release.yml",
  environment: "publish",
  ref: "tag:v{version}",
  events: "push, release",
  runner: "hosted",
  may: "stage",
};

Deno.test("the form is filled in from the address that 'svc publisher add' opens, and adds what it shows", async () => {
  const { registry, ada } = await settings();
  await using _ = registry;
  const { html } = await ada.get(`${BASE}/publishers?${new URLSearchParams(FIELDS)}`);
  for (const [name, value] of Object.entries(FIELDS)) {
    if (name === "runner" || name === "may") continue;
    assert.match(
      html,
      new RegExp(`name="${name}"[^>]*value="${value.replace(/[{}]/g, "\\$&")}"`),
      name,
    );
  }
  assert.match(html, /value="stage"\s*selected/);
  const added = await ada.post(`${BASE}/create-publisher`, FIELDS);
  assert.equal(added.location, `${BASE}/publishers?done=create-publisher`, added.html);
  const list = await ada.get(added.location!);
  assert.match(list.html, /The publisher is added/);
  assert.match(
    list.html,
    /acme\/x · \.github\/workflows\/release\.yml · environment publish · tags v\{version\} · push, release · may: stage/,
  );
  assert.match(list.html, /ids are learned at the first use/);
  const id = /remove-publisher">\s*<input type="hidden" name="id" value="([^"]+)"/.exec(
    list.html,
  )![1]!;
  const removed = await ada.post(`${BASE}/remove-publisher`, { id });
  assert.equal(removed.location, `${BASE}/publishers?done=remove-publisher`);
  assert.deepEqual(await registry.services.db.selectFrom("publisher").selectAll().execute(), []);
});

for (
  const [provider, fields] of [
    ["gitlab", { project: "acme/group/x", workflow: ".gitlab-ci.yml", ref: "protected" }],
    ["buildkite", { organization: "acme", pipeline: "x", ref: "branch:main" }],
    ["circleci", {
      origin: "github.com/acme/x",
      organizationId: "1f0e7a52-5c8f-4b0e-9d3c-0a8f5e1b2c3d",
      projectId: "7c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5",
      workflow: "5e6f7081-92a3-44b5-86d7-e8f901122334",
    }],
    ["google", { email: "x@acme.iam.gserviceaccount.com" }],
  ] as const
) {
  Deno.test(`${provider}: its form has the fields that its jobs are bound to`, async () => {
    const { registry, ada } = await settings();
    await using _ = registry;
    const { html } = await ada.get(`${BASE}/publishers?provider=${provider}`);
    for (const name of Object.keys(fields)) assert.match(html, new RegExp(`name="${name}"`));
    const added = await ada.post(`${BASE}/create-publisher`, {
      provider,
      extension: "@acme/x",
      ...fields,
    });
    assert.equal(added.status, 303, added.html);
  });
}

Deno.test("another issuer's form takes claims a line each", async () => {
  await using registry = await testRegistry({
    environment: { SVC_OIDC_ISSUERS: "oidc=https://ci.acme.test" },
  });
  const ada = await signedUp(registry, "ada");
  await ada.post("/account/collectives", { slug: "acme", name: "" });
  const added = await ada.post(`${BASE}/create-publisher`, {
    provider: "oidc",
    extension: "@acme/x",
    claims: "project=acme/x\nquery=a=b",
    id: "project_uid=74",
  });
  assert.equal(added.status, 303, added.html);
  const row = await registry.services.db.selectFrom("publisher").selectAll()
    .executeTakeFirstOrThrow();
  assert.deepEqual(JSON.parse(row.names), { project: "acme/x", query: "a=b" });
  assert.deepEqual(JSON.parse(row.ids!), { project_uid: "74" });
});

Deno.test("a refused form keeps what was typed, and says at which field", async () => {
  const { registry, ada } = await settings();
  await using _ = registry;
  const refused = await ada.post(`${BASE}/create-publisher`, { ...FIELDS, workflow: "a@b.yml" });
  assert.equal(refused.status, 400);
  assert.match(refused.html, /name="workflow"[^>]*value="a@b\.yml"/);
  assert.match(refused.html, /id="field-workflow-error"/);
  assert.match(refused.html, /name="repository"[^>]*value="acme\/x"/);
});

Deno.test("a new name is accepted by a button, and shown as what it is: text", async () => {
  const { registry, ada } = await settings();
  await using _ = registry;
  await addPublishKey(registry.services, "@acme/x");
  const renamed = JSON.stringify({ repository: "acme/<b>new</b>" });
  await registry.services.db.updateTable("publisher").set({ renamed }).execute();
  const { html } = await ada.get(`${BASE}/publishers`);
  assert.doesNotMatch(html, /<b>new<\/b>/);
  const id = /confirm-publisher">\s*<input type="hidden" name="id" value="([^"]+)"/.exec(html)![1]!;
  const confirmed = await ada.post(`${BASE}/confirm-publisher`, { id, names: renamed });
  assert.equal(confirmed.location, `${BASE}/publishers?done=confirm-publisher`);
  const garbage = await ada.post(`${BASE}/confirm-publisher`, { id, names: "{" });
  assert.equal(garbage.status, 400);
});

Deno.test("who may publish is set for the collective, and for one extension", async () => {
  const { registry, ada } = await settings();
  await using _ = registry;
  assert.match((await ada.get(`${BASE}/publishers`)).html, /nobody could publish/);
  const set = await ada.post(`${BASE}/set-publishing`, { publishing: "trusted", only: "" });
  assert.equal(set.location, `${BASE}/publishers?done=set-publishing`);
  assert.match(
    (await ada.get(set.location!)).html,
    /In the whole collective: trusted publishers only/,
  );
  const none = await ada.post(`${BASE}/set-publishing`, {
    publishing: "trusted",
    only: "@acme/none",
  });
  assert.equal(none.status, 404);
  assert.match(none.html, /id="field-only-error"/);
});

Deno.test("who is removed leaves publishers, which the page names at once", async () => {
  const { registry, ada } = await settings();
  await using _ = registry;
  const bob = await signedUp(registry, "bob");
  await ada.post(`${BASE}/invite`, { invite: "bob", role: "admin" });
  const account = (await bob.get("/account")).html;
  const invitation = /name="id" value="([^"]+)"/.exec(
    account.slice(account.indexOf("invitations")),
  )![1]!;
  await bob.post("/account/invitations", { id: invitation, decision: "accept" });
  assert.equal((await bob.post(`${BASE}/create-publisher`, FIELDS)).status, 303);
  const members = (await ada.get(`${BASE}/members?member=bob`)).html;
  const id = /remove-member">\s*<input type="hidden" name="id" value="([^"]+)"/.exec(members)![1]!;
  const removed = await ada.post(`${BASE}/remove-member`, { id });
  assert.equal(removed.status, 200);
  assert.match(removed.html, /The member is removed/);
  assert.match(removed.html, /trusted publishers that they added go on working[^]*@acme\/x/);
});

/** Who sees the publishers on an extension's page, and the way to change them, in a public collective. */
const SEEN = {
  nobody: [false, false],
  stranger: [false, false],
  member: [true, false],
  admin: [true, true],
  owner: [true, true],
} as const;

Deno.test("the page of an extension shows its publishers to its members, and to nobody else", async () => {
  await using world = await trusting();
  const { registry, ada } = world;
  await published(registry, (await personalKey(registry, ada)).key);
  assert.equal((await world.add({ environment: "publish" })).status, 201);
  const cookies: Record<string, string> = { owner: ada.cookie };
  for (const [username, role] of [["sam", "stranger"], ["mary", "member"], ["bea", "admin"]]) {
    const person = await signUp(registry, username!);
    if (role !== "stranger") await join(registry, ada, "acme", person, role);
    cookies[role!] = person.cookie;
  }
  for (const isPrivate of [false, true]) {
    for (const [who, [list, link]] of Object.entries(SEEN)) {
      const cookie = cookies[who];
      const response = await registry.request("/extensions/@acme/hello", {
        headers: { accept: "text/html", ...(cookie && { cookie }) },
        redirect: "manual",
      });
      const html = await response.text();
      assert.equal(response.status === 200, !isPrivate || list, `${who} ${isPrivate}`);
      assert.equal(/acme\/greeter · \S+\/release\.yml · environment publish/.test(html), list, who);
      assert.equal(html.includes("settings/publishers"), link, who);
    }
    await send(registry, "PATCH /api/v1/collectives/acme", {
      cookie: ada.cookie,
      body: { private: true },
    });
  }
});
