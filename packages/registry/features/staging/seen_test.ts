import { deepEqual, equal } from "node:assert/strict";
import { send, token } from "../identity/testing.ts";
import { staged, stagingWorld, type World } from "./testing.ts";

type Sending = { cookie?: string; bearer?: string };

/** Who asks, and what they see of a staged version of a public collective: it, its bytes, the list. */
const SEEN: Readonly<Record<string, readonly [number, number, number | "refused"]>> = {
  "nobody": [401, 401, "refused"],
  "a stranger": [404, 404, 0],
  "a stranger's key": [404, 404, 0],
  "a member": [200, 200, 1],
  "a member's key": [200, 200, 1],
  "an admin": [200, 200, 1],
  "the owner": [200, 200, 1],
  "the collective's token that reads": [200, 200, 1],
  "the collective's token that pushes": [403, 403, "refused"],
  "another collective's token that reads": [404, 404, 0],
};

async function callersOf({ registry, people }: World): Promise<Record<string, Sending>> {
  const { olga, adam, mary, sam } = people;
  const key = async (slug: string, scope: string) => ({
    bearer: (await token(registry, slug === "acme" ? olga : sam, slug, [scope])).key,
  });
  return {
    "nobody": {},
    "a stranger": { cookie: sam.cookie },
    "a stranger's key": { bearer: sam.key },
    "a member": { cookie: mary.cookie },
    "a member's key": { bearer: mary.key },
    "an admin": { cookie: adam.cookie },
    "the owner": { cookie: olga.cookie },
    "the collective's token that reads": await key("acme", "extensions:read"),
    "the collective's token that pushes": await key("acme", "extensions:push"),
    "another collective's token that reads": await key("sam", "extensions:read"),
  };
}

Deno.test("who sees a staged version, its bytes, and the list with it", async () => {
  await using world = await stagingWorld();
  const { registry, people: { mary } } = world;
  const row = await staged(registry, mary.key);
  const callers = await callersOf(world);
  deepEqual(Object.keys(callers), Object.keys(SEEN));
  for (const [who, sending] of Object.entries(callers)) {
    const one = await send(registry, `GET /api/v1/staged/${row.id}`, sending);
    const list = await send(registry, "GET /api/v1/staged", sending);
    const headers: Record<string, string> = sending.cookie
      ? { cookie: sending.cookie }
      : sending.bearer
      ? { authorization: `Bearer ${sending.bearer}` }
      : {};
    const bytes = await registry.request(`/api/v1/staged/${row.id}/download`, { headers });
    await bytes.body?.cancel();
    const listed = list.status === 200 ? list.body.staged.length : "refused";
    deepEqual([one.status, bytes.status, listed], SEEN[who], who);
  }
});

Deno.test("what waits is nowhere that others look: search, versions, blobs, the mirror's index", async () => {
  await using world = await stagingWorld();
  const { registry, people: { mary } } = world;
  const { services } = registry;
  const row = await staged(registry, mary.key);
  const get = async (path: string) => (await send(registry, `GET ${path}`)).body;
  equal((await get("/api/v1/extensions/search?q=hello")).extensions.length, 0);
  equal((await get("/api/v1/extensions/@acme/hello")).code, "not_found");
  equal((await get(`/api/v1/extensions/@acme/hello@${row.version}/checksum`)).code, "not_found");
  const index = await registry.request("/index");
  equal((await index.text()).includes("acme"), false);
  // An address that the server signs opens the archives of published versions alone.
  const expires = services.now().getTime() + 60_000;
  const blob = await registry.request(
    services.urls.sign("download", `/blobs/${row.checksum}`, expires),
  );
  await blob.body?.cancel();
  equal(blob.status, 404);
});

Deno.test("no key and no token decides", async () => {
  await using world = await stagingWorld();
  const { registry, people: { olga, mary } } = world;
  const row = await staged(registry, mary.key);
  const { key } = await token(registry, olga, "acme", ["extensions:push", "extensions:*"]);
  for (const bearer of [olga.key, key]) {
    for (const act of ["challenge", "approve", "reject", "override"]) {
      const body = act === "challenge"
        ? { decision: "approve" }
        : { checksum: row.checksum, code: "000000", ...(act === "override" ? { note: "x" } : {}) };
      const answer = await send(registry, `POST /api/v1/staged/${row.id}/${act}`, { bearer, body });
      deepEqual([answer.status, answer.body.code], [403, "session_required"], act);
    }
  }
});
