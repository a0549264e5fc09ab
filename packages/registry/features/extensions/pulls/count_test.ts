import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import type { KyselyPlugin } from "kysely";
import { published } from "../../../testing/extensions/push.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { testRegistry } from "../../../testing.ts";
import { createPullCounter } from "./count.ts";

/** So long that nothing is written unless the test says so, whatever the machine does. */
const NEVER = 3_600_000;

const STRANGER = { kind: "anonymous" } as const;

Deno.test("pulls that are counted while the store is away are written when it is back", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "member" });
  await published(registry, key, {});
  const { id, name } = await services.db.selectFrom("extension").select(["id", "name"])
    .executeTakeFirstOrThrow();
  const counted = async () =>
    (await services.db.selectFrom("extension").select("pull_count").executeTakeFirstOrThrow())
      .pull_count;

  let away = true;
  const outage: KyselyPlugin = {
    transformQuery({ node }) {
      if (away) throw new SvcError("unavailable", "Postgres cannot be reached");
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const { db } = services;
  const pulls = createPullCounter({ ...services, db: db.withPlugin(outage), delay: NEVER });
  const said = (event: string) => registry.logged.filter((line) => line.includes(event)).length;
  pulls.add({ id, name }, STRANGER);
  await pulls.flush();
  pulls.add({ id, name }, STRANGER);
  await pulls.flush();
  assert.deepEqual([await counted(), said("pulls.late"), said("pulls.lost")], [0, 2, 0]);
  away = false;
  await pulls.flush();
  assert.equal(await counted(), 2);

  away = true;
  pulls.add({ id, name }, STRANGER);
  await pulls.close();
  assert.deepEqual([await counted(), said("pulls.late"), said("pulls.lost")], [2, 2, 1]);
});

Deno.test("who closes waits for the pulls that are on their way into the store", async () => {
  await using registry = await testRegistry();
  const { services } = registry;
  const arrived = Promise.withResolvers<void>();
  const slow: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await arrived.promise;
      return result;
    },
  };
  const pulls = createPullCounter({ ...services, db: services.db.withPlugin(slow) });
  pulls.add({ id: "an id", name: "@acme/hello" }, STRANGER);
  const ended: string[] = [];
  const written = pulls.flush().then(() => ended.push("written"));
  const closed = pulls.close().then(() => ended.push("closed"));
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve));
  arrived.resolve();
  await Promise.all([written, closed]);
  assert.deepEqual(ended, ["written", "closed"]);
});

Deno.test("pulls are counted by the week they happened in, which begins on Monday", async () => {
  await using registry = await testRegistry();
  const { services, clock } = registry;
  await addCollective(services, "acme");
  const key = await addPerson(services, "ada", { acme: "member" });
  await published(registry, key, {});
  const { id, name } = await services.db.selectFrom("extension").select(["id", "name"])
    .executeTakeFirstOrThrow();
  const pulls = createPullCounter({ ...services, delay: NEVER });
  const pull = (at: string) => {
    clock.now = new Date(at);
    pulls.add({ id, name }, STRANGER);
  };
  pull("2027-01-03T23:59:59.999Z");
  pull("2027-01-04T00:00:00.000Z");
  await pulls.flush();
  pull("2027-01-10T23:59:59.999Z");
  pull("2027-01-10T23:59:59.999Z");
  // Only the counts of before are in the store when the next week begins.
  clock.now = new Date("2027-01-11T00:00:00.000Z");
  await pulls.close();
  const rows = await services.db.selectFrom("extension_pulls").select(["week", "pulls"])
    .where("extension_id", "=", id).orderBy("week").execute();
  assert.deepEqual(rows.map(({ week, pulls }) => [week, pulls]), [
    ["2026-12-28", 1],
    ["2027-01-04", 3],
  ]);
});
