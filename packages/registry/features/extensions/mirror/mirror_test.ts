import { sql } from "kysely";
import assert from "node:assert/strict";
import { type TestRegistry, testRegistry } from "../../../testing.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { published } from "../../../testing/extensions/push.ts";
import { collective, send, signUp } from "../../identity/testing.ts";
import { testEmbedded } from "../../../testing/engine.ts";
import { reinstate, takeDown } from "../../operating/takedown.ts";
import { numberPending } from "./number.ts";

/** A mirror: what it holds, and where it goes on. */
function mirrorOf(registry: TestRegistry) {
  const held = new Map<string, string>();
  let since = 0;
  /** Follows until there is no more, and says what was told in this call. */
  async function follow(limit = 1000): Promise<string[]> {
    const told: string[] = [];
    for (let more = true; more;) {
      const { status, body } = await send(registry, `GET /index?since=${since}&limit=${limit}`);
      assert.equal(status, 200);
      for (const { name, removed, serial } of body.changes) {
        assert.ok(serial > since);
        told.push(`${removed ? "-" : "+"}${name}`);
        held.delete(name);
        if (removed) continue;
        const found = await document(registry, name);
        assert.equal(found.serial, serial);
        held.set(name, JSON.stringify(found));
      }
      ({ next: since, more } = body);
    }
    return told;
  }
  return { follow, held };
}

async function document(registry: TestRegistry, name: string) {
  const { status, body } = await send(registry, `GET /index/${name}.json`);
  assert.equal(status, 200, name);
  return body;
}

async function started() {
  const registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const olga = await signUp(registry, "olga");
  await collective(registry, olga, "zoo");
  const key = await addPerson(registry.services, "ada", { acme: "owner", zoo: "owner" });
  const setPrivate = (slug: string, value: boolean) =>
    send(registry, `PATCH /api/v1/collectives/${slug}`, { bearer: key, body: { private: value } });
  return { registry, key, setPrivate, olga };
}

Deno.test("a mirror that follows holds what the registry shows, in the order of the changes", async () => {
  const { registry, key, setPrivate, olga } = await started();
  await using _ = registry;
  const { follow, held } = mirrorOf(registry);
  assert.deepEqual(await follow(), []);
  await published(registry, key, { name: "@zoo/owl" });
  await published(registry, key, { name: "@acme/hello" });
  // Nothing is ordered by the clock, which may be set back.
  registry.clock.now = new Date(registry.clock.now.getTime() - 86_400_000);
  assert.deepEqual(await follow(1), ["+@acme/hello", "+@zoo/owl"]);
  assert.deepEqual(await follow(), []);

  await published(registry, key, { name: "@zoo/owl", version: "2026.01.03.1" });
  assert.deepEqual(await follow(), ["+@zoo/owl"]);
  assert.deepEqual(
    JSON.parse(held.get("@zoo/owl")!).versions.map((one: { version: string }) => one.version),
    ["2026.01.02.1", "2026.01.03.1"],
  );
  const E = "/api/v1/extensions/@zoo/owl";
  await send(registry, `POST ${E}@2026.01.03.1/yank`, { bearer: key, body: { reason: "wrong" } });
  assert.deepEqual(await follow(), ["+@zoo/owl"]);
  const { channels, versions } = JSON.parse(held.get("@zoo/owl")!);
  assert.deepEqual([channels.stable, versions[1].yankReason], ["2026.01.02.1", "wrong"]);

  await setPrivate("zoo", true);
  await setPrivate("zoo", false);
  await setPrivate("zoo", true);
  assert.deepEqual(await follow(), ["-@zoo/owl"]);
  assert.equal((await send(registry, "GET /index/@zoo/owl.json")).status, 404);
  await setPrivate("zoo", false);
  assert.deepEqual(await follow(), ["+@zoo/owl"]);
  const { cookie } = olga;
  assert.equal(
    (await send(registry, "POST /api/v1/collectives/zoo/delete", { cookie })).status,
    200,
  );
  assert.deepEqual(await follow(), ["-@zoo/owl"]);
  assert.deepEqual([...held.keys()], ["@acme/hello"]);
  for (const [name, text] of held) {
    assert.deepEqual(JSON.parse(text), await document(registry, name));
  }
});

Deno.test("a document says which change it has, so that a copy from before is known as one", async () => {
  const { registry, key } = await started();
  await using _ = registry;
  await published(registry, key);
  const before = await document(registry, "@acme/hello");
  await published(registry, key, { version: "2026.01.03.1" });
  // Read before anybody asked for the list.
  const after = await document(registry, "@acme/hello");
  const { body } = await send(registry, "GET /index");
  const [{ serial }] = body.changes;
  assert.deepEqual([after.serial, after.versions.length], [serial, 2]);
  assert.ok(before.serial < serial);
});

// On Postgres those who write at once are run again, so how often is not certain there.
testEmbedded("of many who ask at once after a change, one writes", async () => {
  const { registry, key } = await started();
  await using _ = registry;
  const { db } = registry.services;
  await sql`create table write (n)`.execute(db);
  await sql`create trigger count_writes after update on index_serial begin
    insert into write values (1); end`.execute(db);
  const writesOf = async (askers: number, version: string) => {
    await published(registry, key, { version });
    await sql`delete from write`.execute(db);
    await Promise.all(Array.from({ length: askers }, () => numberPending(db)));
    return (await sql`select n from write`.execute(db)).rows.length;
  };
  const ofOne = await writesOf(1, "2026.01.02.1");
  assert.ok(ofOne > 0);
  assert.equal(await writesOf(20, "2026.01.03.1"), ofOne);
});

Deno.test("what the operator takes down leaves the index, one version or all, and comes back", async () => {
  const { registry, key } = await started();
  await using _ = registry;
  const { services } = registry;
  const { follow } = mirrorOf(registry);
  await published(registry, key);
  const versions = async () => (await document(registry, "@acme/hello")).versions.length;
  assert.deepEqual([await follow(), await versions()], [["+@acme/hello"], 1]);
  // As a command of the operator does it, in a process of its own.
  const changed = async (work: Promise<unknown>) => {
    await work;
    services.events.emit("store.changed", {});
  };
  const one = { name: "@acme/hello", version: "2026.01.02.1" };
  await changed(takeDown(services, one, { note: "malware" }, services.now()));
  assert.deepEqual([await follow(), await versions()], [["+@acme/hello"], 0]);
  await changed(takeDown(services, { name: one.name }, { note: "malware" }, services.now()));
  assert.deepEqual(await follow(), ["-@acme/hello"]);
  await changed(reinstate(services, { name: one.name }, services.now()));
  await changed(reinstate(services, one, services.now()));
  assert.deepEqual([await follow(), await versions()], [["+@acme/hello"], 1]);
});

Deno.test("the index never names what was never public, nor does it tell when that changes", async () => {
  const { registry, key, setPrivate } = await started();
  await using _ = registry;
  const { follow } = mirrorOf(registry);
  await setPrivate("zoo", true);
  await published(registry, key, { name: "@zoo/secret" });
  await published(registry, key, { name: "@zoo/secret", version: "2026.01.03.1" });
  assert.deepEqual(await follow(), []);
  const { body } = await send(registry, "GET /index", { bearer: key });
  assert.deepEqual(body, { changes: [], next: 0, more: false });
  const { status } = await send(registry, "GET /index/@zoo/secret.json", { bearer: key });
  assert.equal(status, 200, "its own people may read it");
  assert.equal((await send(registry, "GET /index/@zoo/secret.json")).status, 404);
});

Deno.test("a cursor that the registry never gave is refused, and says to begin again", async () => {
  const { registry, key } = await started();
  await using _ = registry;
  await published(registry, key);
  assert.equal((await send(registry, "GET /index?since=1")).status, 200);
  const { status, body } = await send(registry, "GET /index?since=2");
  assert.deepEqual([status, body.code], [400, "validation_failed"]);
  assert.match(body.hint, /since=0/);
  for (const odd of ["since=-1", "since=x", "since=1e99", "limit=0", "limit=1001", "after=1"]) {
    assert.equal((await send(registry, `GET /index?${odd}`)).status, 400, odd);
  }
});
