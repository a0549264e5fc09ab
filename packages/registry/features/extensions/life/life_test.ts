import { LIMITS } from "@svc/core/limit";
import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { addCollective, addPerson, addToken } from "../../../testing/extensions/people.ts";
import { published, push, send } from "../../../testing/extensions/push.ts";

const NAME = "/api/v1/extensions/%40acme%2Fhello";

async function acme() {
  const registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const admin = await addPerson(registry.services, "ada", { acme: "admin" });
  return { registry, admin };
}

const read = async (registry: TestRegistry, path = "") => {
  const response = await registry.request(NAME + path);
  return { status: response.status, body: await response.json() };
};

const post = async (registry: TestRegistry, key: string, path: string, body?: unknown) => {
  const response = await send(registry, "POST", NAME + path, key, body);
  return { status: response.status, body: await response.json() };
};

Deno.test("a yanked version leaves latest and comes back with unyank; a lockfile still restores it", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await published(registry, admin, { version: "2026.01.01.1" });
  await published(registry, admin, { version: "2026.01.02.1" });
  const yank = () => post(registry, admin, "@2026.01.02.1/yank", { reason: "broken" });
  assert.equal((await yank()).status, 200);
  assert.equal((await read(registry, "/latest")).body.latestVersion, "2026.01.01.1");
  assert.equal((await read(registry)).body.latestVersion, "2026.01.01.1");
  const download = await registry.request(`${NAME}@2026.01.02.1/download`);
  assert.equal(download.status, 302);
  assert.equal(download.headers.get("svc-yanked"), "true");
  assert.deepEqual([(await yank()).status, (await yank()).body.code], [410, "already_yanked"]);

  const unyank = () => post(registry, admin, "@2026.01.02.1/unyank");
  assert.equal((await unyank()).status, 200);
  assert.equal((await read(registry, "/latest")).body.latestVersion, "2026.01.02.1");
  assert.deepEqual([(await unyank()).status, (await unyank()).body.code], [409, "not_yanked"]);
});

Deno.test("a yanked extension answers 410 for latest, leaves search, and blocks pushes until unyanked", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await published(registry, admin);
  await post(registry, admin, "/yank", { reason: "compromised" });
  assert.deepEqual((await read(registry, "/latest")).status, 410);
  const info = await read(registry);
  assert.deepEqual([info.status, info.body.yankReason, info.body.latestVersion], [
    200,
    "compromised",
    null,
  ]);
  const search = await (await registry.request("/api/v1/extensions/search?q=hello")).json();
  assert.equal(search.meta.total, 0);
  const refused = await push(registry, admin, { version: "2026.01.03.1" });
  assert.deepEqual([refused.status, (await refused.json()).code], [410, "extension_yanked"]);
  await post(registry, admin, "/unyank");
  await published(registry, admin, { version: "2026.01.03.1" });
  assert.equal((await read(registry, "/latest")).body.latestVersion, "2026.01.03.1");
});

Deno.test("what is lifted in turn does not fill the log: so often a day, and yanking always works", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await published(registry, admin, { version: "2026.01.02.1" });
  const { services: { db }, clock } = registry;
  const yank = () => post(registry, admin, "@2026.01.02.1/yank", { reason: "broken" });
  const unyank = async () => (await post(registry, admin, "@2026.01.02.1/unyank")).body;
  await yank();
  assert.equal((await unyank()).code, undefined);
  // As many as a day has, done with the two kinds and to whatever extension.
  const [done] = await db.selectFrom("audit_event").selectAll().where("action", "=", "unyanked")
    .execute();
  const more = Array.from({ length: LIMITS.liftsADay - 1 }, (_, n) => ({
    ...done!,
    id: crypto.randomUUID(),
    action: n % 2 === 0 ? "unyanked" as const : "undeprecated" as const,
    extension_id: null,
  }));
  await db.insertInto("audit_event").values(more).execute();
  assert.equal((await yank()).status, 200);
  const refused = await unyank();
  assert.equal(
    `${refused.code}: ${refused.error}`,
    "rule_refused: @acme unyanked and lifted deprecations 100 times in 24 hours",
  );
  await post(registry, admin, "/deprecate", { reason: "moved" });
  assert.equal((await post(registry, admin, "/undeprecate")).body.code, "rule_refused");
  assert.equal((await read(registry, "/latest")).status, 404, "it stays yanked");
  // Another collective is not kept from it, nor this one a day later.
  await addCollective(registry.services, "beta");
  const bob = await addPerson(registry.services, "bob", { beta: "admin" });
  await published(registry, bob, { name: "@beta/hello" });
  const other = (way: string) =>
    send(registry, "POST", `/api/v1/extensions/%40beta%2Fhello/${way}`, bob, { reason: "x" });
  assert.deepEqual([(await other("yank")).status, (await other("unyank")).status], [200, 200]);
  clock.now = new Date(clock.now.getTime() + 24 * 60 * 60_000 + 1);
  assert.equal((await unyank()).code, undefined);
});

Deno.test("yanking a channel yanks every version in it and no other", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await published(registry, admin, { version: "2026.01.01.1" });
  await published(registry, admin, { version: "2026.01.02.1", channel: "beta" });
  await published(registry, admin, { version: "2026.01.02.2", channel: "beta" });
  await post(registry, admin, "/yank", { reason: "old", channel: "beta" });
  const info = (await read(registry)).body;
  assert.deepEqual([info.latestVersion, info.latestBeta], ["2026.01.01.1", null]);
  const versions = (await read(registry, "/versions?channel=beta")).body.versions;
  assert.ok(versions.every((entry: { yankedAt: string | null }) => entry.yankedAt !== null));
  assert.equal((await post(registry, admin, "/yank", { reason: "x", channel: "rc" })).status, 404);
});

Deno.test("promotion goes upward only and moves the same version", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await published(registry, admin, { channel: "beta" });
  assert.equal((await read(registry, "/latest")).status, 404);
  const token = await addToken(registry.services, "acme", ["extensions:promote"]);
  const promote = (toChannel: string) =>
    post(registry, token, "/promote", { version: "2026.01.02.1", toChannel });
  const promoted = await promote("stable");
  assert.deepEqual([promoted.body.previousChannel, promoted.body.channel], ["beta", "stable"]);
  assert.equal((await read(registry, "/latest")).body.latestVersion, "2026.01.02.1");
  assert.deepEqual((await promote("rc")).body.code, "channel_order");
  assert.deepEqual((await promote("stable")).status, 409);
});

Deno.test("a deprecated extension stays pullable and tells why and what succeeds it", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await published(registry, admin);
  const deprecate = (body: unknown) => post(registry, admin, "/deprecate", body);
  await published(registry, admin, { name: "@acme/hi" });
  assert.equal((await deprecate({ reason: "moved", supersededBy: "@acme/hi" })).status, 200);
  const info = (await read(registry)).body;
  assert.deepEqual([info.deprecationReason, info.supersededBy], ["moved", "@acme/hi"]);
  assert.equal((await read(registry, "/latest")).status, 200);
  assert.equal((await deprecate({ reason: "again" })).body.code, "already_deprecated");
  assert.equal((await post(registry, admin, "/undeprecate")).status, 200);
  assert.equal((await read(registry)).body.deprecatedAt, null);
  assert.equal((await post(registry, admin, "/undeprecate")).body.code, "not_deprecated");
});

Deno.test("a successor exists, can be seen by all who see its predecessor, and is itself in use", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await addCollective(registry.services, "secret", { private: true });
  const member = await addPerson(registry.services, "bob", { acme: "admin", secret: "admin" });
  for (const name of ["@acme/hello", "@acme/hi", "@acme/gone"]) {
    await published(registry, admin, { name });
  }
  for (const name of ["@secret/one", "@secret/two"]) await published(registry, member, { name });
  const to = async (name: string, supersededBy: string | undefined, key = member) => {
    const path = `/api/v1/extensions/${encodeURIComponent(name)}/deprecate`;
    const response = await send(registry, "POST", path, key, { reason: "moved", supersededBy });
    const { error, hint, code } = await response.json();
    return response.ok ? "deprecated" : `${code}: ${error}. ${hint}`;
  };
  const refused = /^rule_refused: There is no extension \S+\. Publish it first, check the name,/;
  assert.match(await to("@acme/hello", "@acme/nothing"), refused);
  assert.match(await to("@acme/hello", "@secret/one", admin), refused, "as one that is not there");
  assert.match(await to("@acme/hello", "@secret/one"), /@secret\/one is private: not everybody/);
  assert.match(await to("@acme/hello", "@acme/hello"), /An extension cannot succeed itself/);
  await send(registry, "POST", "/api/v1/extensions/%40acme%2Fgone/yank", admin, { reason: "x" });
  assert.match(await to("@acme/hello", "@acme/gone"), /@acme\/gone is yanked/);

  assert.equal(await to("@secret/one", "@secret/two"), "deprecated");
  assert.equal(await to("@acme/hello", "@acme/hi"), "deprecated");
  assert.match(
    await to("@acme/hi", "@acme/hello"),
    /@acme\/hello is deprecated itself\. Name one that is not deprecated/,
  );
});

Deno.test("an edit of the description moves the score at once (spec 2.6)", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  await published(registry, admin);
  const score = async () => (await read(registry, "/scorecard")).body.earnedPoints;
  const before = await score();
  const edit = (body: unknown) => send(registry, "PATCH", NAME, admin, body);
  assert.equal((await edit({ description: "" })).status, 200);
  assert.equal(await score(), before - 1);
  assert.equal((await edit({ description: "A greeting for all" })).status, 200);
  assert.equal(await score(), before);
  const found = await (await registry.request("/api/v1/extensions/search?q=greeting")).json();
  assert.equal(found.meta.total, 1);
  assert.equal((await edit({})).status, 400);
  assert.equal((await edit({ name: "@acme/other" })).status, 400);
  assert.equal((await edit({ repository: "javascript:alert(1)" })).status, 400);
});

Deno.test("a member may push but not yank; every change is recorded with actor and credential", async () => {
  const { registry, admin } = await acme();
  await using _ = registry;
  const member = await addPerson(registry.services, "mel", { acme: "member" });
  await published(registry, member);
  const refused = await post(registry, member, "/yank", { reason: "no" });
  assert.deepEqual([refused.status, refused.body.code], [403, "role_too_low"]);
  await post(registry, admin, "/yank", { reason: "yes" });
  const events = await registry.services.db.selectFrom("audit_event")
    .innerJoin("user", "user.id", "audit_event.actor_user_id")
    .select(["action", "username", "credential", "details"]).orderBy("at").execute();
  assert.deepEqual(
    events.map((event) => [event.action, event.username, event.credential]).sort(),
    [["published", "mel", "personalKey"], ["yanked", "ada", "personalKey"]],
  );
  assert.equal(
    JSON.parse(events.find((event) => event.action === "yanked")!.details).reason,
    "yes",
  );
});
