import assert from "node:assert/strict";
import { SvcError } from "@svc/core/error";
import type { KyselyPlugin } from "kysely";
import { published } from "../../../testing/extensions/push.ts";
import { addCollective, addPerson } from "../../../testing/extensions/people.ts";
import { testRegistry } from "../../../testing.ts";
import { createPullCounter } from "./pulls.ts";

/** So long that nothing is written unless the test says so, whatever the machine does. */
const NEVER = 3_600_000;

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
  const { db, events, log } = services;
  const pulls = createPullCounter(db.withPlugin(outage), events, log, NEVER);
  const said = (event: string) => registry.logged.filter((line) => line.includes(event)).length;
  pulls.add(id, name);
  await pulls.flush();
  pulls.add(id, name);
  await pulls.flush();
  assert.deepEqual([await counted(), said("pulls.late"), said("pulls.lost")], [0, 2, 0]);
  away = false;
  await pulls.flush();
  assert.equal(await counted(), 2);

  away = true;
  pulls.add(id, name);
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
  const pulls = createPullCounter(services.db.withPlugin(slow), services.events, services.log);
  pulls.add("an id", "@acme/hello");
  const ended: string[] = [];
  const written = pulls.flush().then(() => ended.push("written"));
  const closed = pulls.close().then(() => ended.push("closed"));
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve));
  arrived.resolve();
  await Promise.all([written, closed]);
  assert.deepEqual(ended, ["written", "closed"]);
});
