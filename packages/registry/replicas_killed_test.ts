import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { packageOf } from "./testing/extensions/package.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { push, type ServerProcess, startProcess } from "./testing/process.ts";
import { type Fleet, startFleet } from "./testing/replicas.ts";
import { assertWhole } from "./testing/whole.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

Deno.test({
  name:
    "servers on one Postgres and one shared folder keep every acknowledged version, and no half of another, when one " +
    "is killed and when Postgres is" + (missing ? " (skipped: it is not installed)" : ""),
  ignore: missing,
  async fn() {
    await using fleet = await startFleet();
    const key = await populate(fleet);
    const start = () => startProcess(fleet.environment.SVC_DATA!, fleet.environment);
    const [one, other] = await Promise.all([start(), start()]);
    const acknowledged: string[] = [];
    try {
      const killed = () => one.end("SIGKILL");
      acknowledged.push(...await publishAmid(killed, [one, other], key, 1));
      const restarted = () => fleet.postgres.restart();
      acknowledged.push(...await publishAmid(restarted, [other], key, 2));
      // It goes on, with new connections for those that broke.
      const version = "2026.01.03.9";
      const bytes = await packageOf({ version });
      for (let tries = 0; !await push(other.url, key, version, bytes); tries++) {
        assert.ok(tries < 20, "the server does not recover from a restart of Postgres");
      }
      acknowledged.push(version);
      acknowledged.push(...await publishAmid(() => other.end("SIGKILL"), [other], key, 4));
    } finally {
      // Where all went well both have ended.
      await Promise.all([one, other].map((server) => server.end("SIGKILL").catch(() => undefined)));
    }
    await using after = await fleet.open();
    await assertWhole(after.services, acknowledged);
  },
});

/** Somebody who may publish; returns their key. */
async function populate(fleet: Fleet): Promise<string> {
  await using before = await fleet.open();
  await addCollective(before.services, "acme");
  return await addPerson(before.services, "ada", { acme: "member" });
}

/** Publishes through all servers at once; the first acknowledgement brings the fault about. */
async function publishAmid(
  fault: () => Promise<unknown>,
  servers: readonly ServerProcess[],
  key: string,
  round: number,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const first = Promise.withResolvers<void>();
  const all = [1, 2, 3, 4].map(async (n) => {
    const version = `2026.01.0${round}.${n}`;
    const { url } = servers[n % servers.length]!;
    if (await push(url, key, version, await packageOf({ version }))) acknowledged.push(version);
    first.resolve();
  });
  await first.promise;
  await fault();
  await Promise.all(all);
  return acknowledged;
}
