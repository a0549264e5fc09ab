import { deepEqual, equal } from "node:assert/strict";
import { send, token } from "../identity/testing.ts";
import { decide, publicVersions, setRule, staged, stagingWorld, type World } from "./testing.ts";

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

Deno.test("who staged a version withdraws it, and nobody else", async () => {
  await using world = await stagingWorld();
  const { registry, people: { mary } } = world;
  const callers = await callersOf(world);
  const pushing = callers["the collective's token that pushes"]!;
  const withdrawal = (id: string, sending: Sending) =>
    send(registry, `POST /api/v1/staged/${id}/withdraw`, sending);
  const hers = await staged(registry, mary.key);
  const its = await staged(registry, pushing.bearer!, { version: "2026.01.02.2" });
  /** Of what mary staged, and of what the token did. */
  const refused: Readonly<Record<string, readonly [number, number]>> = {
    "nobody": [401, 401],
    "a stranger": [404, 404],
    "a stranger's key": [404, 404],
    "an admin": [403, 403],
    "the owner": [403, 403],
    "the collective's token that reads": [403, 403],
    "another collective's token that reads": [403, 403],
  };
  for (const [who, statuses] of Object.entries(refused)) {
    const answers = [
      await withdrawal(hers.id, callers[who]!),
      await withdrawal(its.id, callers[who]!),
    ];
    deepEqual(answers.map(({ status }) => status), statuses, who);
  }
  equal((await withdrawal(its.id, callers["a member's key"]!)).status, 403);
  equal((await withdrawal(hers.id, pushing)).status, 403);

  const done = await withdrawal(hers.id, callers["a member's key"]!);
  deepEqual([done.status, done.body.state, done.body.reason], [
    200,
    "rejected",
    "withdrawn by mary",
  ]);
  equal((await withdrawal(hers.id, callers["a member"]!)).body.code, "conflict");
  equal((await withdrawal(its.id, pushing)).body.reason, "withdrawn with its token");
  const log = await send(registry, "GET /api/v1/collectives/acme/audit?action=stage_withdrawn", {
    cookie: world.people.olga.cookie,
  });
  deepEqual(
    log.body.events.map(({ details }: { details: { version: string } }) => details.version).sort(),
    [hers.version, its.version],
  );
  // Its number is free; what waits for its time is withdrawn as well, by who is still a member.
  await setRule(registry, world.people.olga, { embargoHours: 2 });
  const next = await staged(registry, mary.key, { readme: "# Other" });
  equal((await decide(registry, world.people.adam, next, "approve")).status, 200);
  equal((await withdrawal(next.id, callers["a member"]!)).status, 200);
  world.later(3);
  await registry.work();
  deepEqual(await publicVersions(registry), []);
});
