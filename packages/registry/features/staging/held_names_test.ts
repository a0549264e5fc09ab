import { deepEqual, equal, match } from "node:assert/strict";
import type { TestRegistry } from "../../testing.ts";
import { makeOperator } from "../../testing/operator.ts";
import { push } from "../../testing/extensions/push.ts";
import { KNOWN } from "../extensions/name/resembling.ts";
import { collective, join, memberId, send, signUp, token } from "../identity/testing.ts";
import { decide, publicVersions, read, stage, stagingWorld } from "./testing.ts";

const NAME = "@acmecopr/hello";

/** `acmecorp` has a known `hello`; olga and mary want one in `acmecopr`. */
async function heldWorld() {
  const world = await stagingWorld();
  const { registry, people: { sam, olga, mary, adam } } = world;
  await collective(registry, sam, "acmecorp");
  equal((await push(registry, sam.key, { name: "@acmecorp/hello" })).status, 200);
  await registry.services.db.updateTable("extension").set({ pull_count: KNOWN.pulls }).execute();
  await collective(registry, olga, "acmecopr");
  await join(registry, olga, "acmecopr", mary);
  await join(registry, olga, "acmecopr", adam, "admin");
  const oscar = await signUp(registry, "oscar");
  await makeOperator(registry, oscar);
  const act = (id: string, what: "allow" | "refuse", body: unknown = {}) =>
    send(registry, `POST /api/v1/admin/held/${id}/${what}`, { cookie: oscar.cookie, body });
  const overview = async () =>
    (await send(registry, "GET /api/v1/admin/overview", oscar)).body as {
      held: { id: string; name: string; heldFor: string }[];
      reports: unknown[];
    };
  return { ...world, oscar, act, overview };
}

async function pushHeld(registry: TestRegistry, key: string): Promise<void> {
  const answer = await push(registry, key, { name: NAME });
  deepEqual([answer.status, (await answer.json()).code], [409, "name_held"]);
}

Deno.test("a pushed version whose name is held waits for the operator, and is published once it is allowed", async () => {
  await using world = await heldWorld();
  const { registry, act, overview, people: { mary } } = world;
  await pushHeld(registry, mary.key);
  await pushHeld(registry, mary.key);
  const { held, reports } = await overview();
  deepEqual(held.map(({ name, heldFor }) => [name, heldFor]), [[NAME, "@acmecorp/hello"]]);
  equal(reports.length, 1);
  deepEqual(await publicVersions(registry, NAME), []);
  equal((await act(held[0]!.id, "allow")).status, 200);
  await registry.work();
  deepEqual(await publicVersions(registry, NAME), ["2026.01.02.1"]);
  const after = await overview();
  deepEqual([after.held, after.reports], [[], []]);
  equal((await act(held[0]!.id, "allow")).status, 409);
});

Deno.test("a refused name rejects the version, and its collective reads why", async () => {
  await using world = await heldWorld();
  const { registry, act, overview, people: { mary } } = world;
  await pushHeld(registry, mary.key);
  const { held: [held] } = await overview();
  equal((await act(held!.id, "refuse", { note: "it looks like acmecorp" })).status, 200);
  const { state, reason } = await read(registry, mary, { id: held!.id, checksum: "" });
  equal(state, "rejected");
  match(reason!, /refused the name: it looks like acmecorp/);
  deepEqual(await publicVersions(registry, NAME), []);
});

Deno.test("who may not push any more gets nothing published by the operator's word", async () => {
  await using world = await heldWorld();
  const { registry, act, overview, people: { olga, mary, adam } } = world;
  await pushHeld(registry, mary.key);
  const { held: [held] } = await overview();
  const id = await memberId(registry, olga, "acmecopr", mary);
  await send(registry, `DELETE /api/v1/collectives/acmecopr/members/${id}`, {
    cookie: olga.cookie,
  });
  equal((await act(held!.id, "allow")).status, 200);
  await registry.work();
  deepEqual(await publicVersions(registry, NAME), []);
  // The collective decides about it itself.
  const row = await read(registry, olga, { id: held!.id, checksum: "" });
  equal(row.heldFor, null);
  equal((await decide(registry, adam, row, "approve")).status, 200);
  deepEqual(await publicVersions(registry, NAME), ["2026.01.02.1"]);
});

Deno.test("a token that was revoked meanwhile publishes nothing either", async () => {
  await using world = await heldWorld();
  const { registry, act, overview, people: { olga } } = world;
  const made = await token(registry, olga, "acmecopr", ["extensions:push"]);
  await pushHeld(registry, made.key);
  const { held: [held] } = await overview();
  await send(registry, `PATCH /api/v1/collectives/acmecopr/api-tokens/${made.id}`, {
    cookie: olga.cookie,
    body: { enabled: false },
  });
  await act(held!.id, "allow");
  await registry.work();
  deepEqual(await publicVersions(registry, NAME), []);
});

Deno.test("a staged version with such a name waits for the operator first, then for its approvals", async () => {
  await using world = await heldWorld();
  const { registry, act, people: { mary, adam, olga } } = world;
  const answer = await stage(registry, mary.key, { name: NAME });
  deepEqual([answer.status, answer.body.heldFor], [201, "@acmecorp/hello"]);
  for (const [who, decision] of [[adam, "approve"], [olga, "override"]] as const) {
    const refused = await decide(registry, who, answer.body, decision);
    deepEqual([refused.status, refused.body.code], [409, "name_held"]);
  }
  equal((await act(answer.body.id, "allow")).status, 200);
  await registry.work();
  deepEqual(await publicVersions(registry, NAME), []);
  equal((await decide(registry, adam, answer.body, "approve")).status, 200);
  deepEqual(await publicVersions(registry, NAME), ["2026.01.02.1"]);
});

Deno.test("nobody but an operator decides about a name", async () => {
  await using world = await heldWorld();
  const { registry, overview, people: { olga, mary } } = world;
  await pushHeld(registry, mary.key);
  const { held: [held] } = await overview();
  for (const { cookie } of [olga, mary]) {
    const path = `POST /api/v1/admin/held/${held!.id}/allow`;
    equal((await send(registry, path, { cookie, body: {} })).status, 404);
  }
});

Deno.test("the operator's page allows and refuses names", async () => {
  await using world = await heldWorld();
  const { registry, oscar, people: { mary } } = world;
  await pushHeld(registry, mary.key);
  const { baseUrl } = registry.services.config;
  const page = await registry.request("/operator", {
    headers: { cookie: oscar.cookie, accept: "text/html" },
  });
  const html = await page.text();
  match(html, /@acmecopr\/hello 2026\.01\.02\.1/);
  const id = /name="id" value="([^"]+)"/.exec(html)![1]!;
  const posted = await registry.request("/operator", {
    method: "POST",
    headers: { cookie: oscar.cookie, origin: baseUrl, accept: "text/html" },
    body: new URLSearchParams({ act: "allow", id }),
  });
  await posted.body?.cancel();
  equal(posted.headers.get("location"), "/operator?done=allow");
  await registry.work();
  deepEqual(await publicVersions(registry, NAME), ["2026.01.02.1"]);
});
