import assert from "node:assert/strict";
import { collective, join, personalKey, send, signUp } from "./features/identity/testing.ts";
import { takeDown } from "./features/operating/takedown.ts";
import { published } from "./testing/extensions/push.ts";
import { type TestRegistry, testRegistry } from "./testing.ts";

type Viewer = "stranger" | "somebody else" | "member there" | "owner of both";

/** `bea` owns all of it; `mia` is a member of `@hidden`. */
const VIEWERS: readonly Viewer[] = ["stranger", "somebody else", "member there", "owner of both"];

const ALL = VIEWERS;
const MEMBERS: readonly Viewer[] = ["member there", "owner of both"];
const NOBODY: readonly Viewer[] = [];

/** An extension that depends on `@acme/base`, what has happened to it, and who is told of it. */
const DEPENDENTS: readonly {
  name: string;
  what: string;
  then?: (registry: TestRegistry, bearer: string) => Promise<unknown>;
  seenBy: readonly Viewer[];
}[] = [
  { name: "@acme/open", what: "a public one", seenBy: ALL },
  { name: "@hidden/tool", what: "one of a private collective", seenBy: MEMBERS },
  {
    name: "@acme/old",
    what: "a deprecated one",
    then: ({ services: { db } }) =>
      db.updateTable("extension").set({ deprecated_at: "2026-11-20T00:00:00.000Z" })
        .where("name", "=", "@acme/old").execute(),
    seenBy: ALL,
  },
  {
    name: "@acme/yanked",
    what: "a yanked one",
    then: (registry, bearer) =>
      send(registry, "POST /api/v1/extensions/%40acme%2Fyanked/yank", {
        bearer,
        body: { reason: "Not needed." },
      }).then(({ status }) => assert.equal(status, 200)),
    seenBy: NOBODY,
  },
  {
    name: "@acme/gone",
    what: "one that the operator took down",
    then: async ({ services }) => {
      await takeDown(services, { name: "@acme/gone" }, { note: "Malware" }, services.now());
    },
    seenBy: NOBODY,
  },
  {
    name: "@closed/tool",
    what: "one of a collective that was deleted",
    then: (registry) =>
      registry.services.db.updateTable("collective")
        .set({ deleted_at: "2026-11-20T00:00:00.000Z" }).where("slug", "=", "closed").execute(),
    seenBy: NOBODY,
  },
  {
    name: "@acme/former",
    what: "one whose newest version needs it no more",
    then: (registry, bearer) =>
      published(registry, bearer, { name: "@acme/former", version: "2026.01.03.1" }),
    seenBy: NOBODY,
  },
];

async function world() {
  const registry = await testRegistry();
  const [bea, mia, cy] = [
    await signUp(registry, "bea"),
    await signUp(registry, "mia"),
    await signUp(registry, "cy"),
  ];
  for (const slug of ["acme", "closed"]) await collective(registry, bea, slug);
  await collective(registry, bea, "hidden", { private: true });
  await join(registry, bea, "hidden", mia, "member");
  const { key } = await personalKey(registry, bea);
  await published(registry, key, { name: "@acme/base" });
  const cookies: Record<Viewer, string | undefined> = {
    stranger: undefined,
    "somebody else": cy.cookie,
    "member there": mia.cookie,
    "owner of both": bea.cookie,
  };
  /** How many the page counts, and whether `name` is anywhere on it. */
  const seen = async (viewer: Viewer, name: string) => {
    const cookie = cookies[viewer];
    const answer = await registry.request("/extensions/@acme/base/dependencies", {
      headers: cookie === undefined ? {} : { cookie },
    });
    const html = await answer.text();
    assert.equal(answer.status, 200, html);
    return [Number(/Needed by (\d+) extension/.exec(html)?.[1] ?? 0), html.includes(name)];
  };
  return { registry, key, seen };
}

for (const { name, what, then, seenBy } of DEPENDENTS) {
  Deno.test(`dependents: ${what} is shown to ${seenBy.join(", ") || "nobody"}`, async (test) => {
    const { registry, key, seen } = await world();
    await using _ = registry;
    for (const viewer of VIEWERS) assert.deepEqual(await seen(viewer, name), [0, false]);
    await published(registry, key, { name, manifest: { dependencies: ["@acme/base"] } });
    await then?.(registry, key);
    // What a command or another process changed is told like this.
    registry.services.events.emit("store.changed", {});
    for (const viewer of VIEWERS) {
      const shown = seenBy.includes(viewer);
      await test.step(`${viewer}: ${shown ? "shown" : "not shown"}`, async () => {
        assert.deepEqual(await seen(viewer, name), [shown ? 1 : 0, shown]);
      });
    }
  });
}

Deno.test("dependents: a collective that becomes private is hidden from strangers at once", async () => {
  const { registry, key, seen } = await world();
  await using _ = registry;
  await published(registry, key, {
    name: "@closed/tool",
    manifest: { dependencies: ["@acme/base"] },
  });
  assert.deepEqual(await seen("stranger", "@closed/tool"), [1, true]);
  const answer = await send(registry, "PATCH /api/v1/collectives/closed", {
    bearer: key,
    body: { private: true },
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(await seen("stranger", "@closed/tool"), [0, false]);
  assert.deepEqual(await seen("owner of both", "@closed/tool"), [1, true]);
});
