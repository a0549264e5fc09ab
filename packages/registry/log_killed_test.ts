import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { noteEvent } from "./access/registry_log/note.ts";
import { checkLog } from "./features/registry_log/check.ts";
import { keyFile } from "./features/registry_log/testing.ts";
import { closeServices } from "./open.ts";
import { inTransaction } from "./platform/store/transaction.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { assertOneHistory, followHead, LOG_BASE_URL } from "./testing/one_history.ts";
import { quietly, startProcess } from "./testing/process.ts";
import { publishing } from "./testing/publishing.ts";
import { startFleet } from "./testing/replicas.ts";
import { seeded } from "./testing/seeded.ts";
import { assertTidy } from "./testing/tidy.ts";
import { assertWhole } from "./testing/whole.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

const SEED = 20_261_129;

Deno.test({
  name: "servers that start at once on one Postgres begin one log, and number each event once" +
    (missing ? " (skipped: Postgres is not installed)" : ""),
  ignore: missing,
  async fn() {
    await using fleet = await startFleet();
    const folder = await Deno.makeTempDir({ prefix: "svc-log-key-" });
    const environment = { SVC_LOG_KEY: await keyFile(folder) };
    await using stack = new AsyncDisposableStack();
    const first = stack.use(await fleet.open());
    const collectiveId = await addCollective(first.services, "acme");
    const servers = await Promise.all([1, 2, 3].map(() => fleet.open(environment)));
    for (const server of servers) stack.use(server);
    await Promise.all(servers.map(async ({ services }, at) => {
      for (let n = 0; n < 20; n++) {
        const said = {
          kind: "token",
          change: "added",
          credential: `${at} ${n}`,
          scopes: [],
        } as const;
        const noted = { at: services.now().toISOString(), collectiveId, said };
        await inTransaction(services.db, (trx) => noteEvent(trx, noted));
        if (n % 5 === 0) await services.registryLog!.sequence();
      }
      await services.registryLog!.sequence();
    }));
    const { db } = first.services;
    assert.equal((await db.selectFrom("log_head").selectAll().execute()).length, 1);
    const rows = await db.selectFrom("log_leaf").select("entry").execute();
    assert.deepEqual([rows.length, new Set(rows.map(({ entry }) => entry)).size], [60, 60]);
    assert.equal((await checkLog(db)).wrong, undefined);
    await Deno.remove(folder, { recursive: true });
  },
});

Deno.test("a server on the embedded store, killed at any moment, keeps every acknowledged version and no half of another, and shows one history of the log", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-log-killed-" });
  const folder = await Deno.makeTempDir({ prefix: "svc-log-key-" });
  const path = await keyFile(folder);
  const environment = { SVC_LOG_KEY: path, SVC_BASE_URL: LOG_BASE_URL };
  const before = await quietly(data, environment);
  await addCollective(before, "acme");
  const key = await addPerson(before, "ada", { acme: "member" });
  await closeServices(before);
  const random = seeded(SEED);
  const start = () => startProcess(data, environment);
  const servers = [await start()];
  const following = followHead(servers, await Deno.readFile(path));
  const publisher = publishing(servers, key, 2);
  let acknowledged: string[] = [];
  try {
    for (let kill = 0; kill < 3; kill++) {
      await publisher.acknowledges(1);
      await new Promise((resolve) => setTimeout(resolve, random() * 300));
      await servers[0]!.end("SIGKILL");
      servers[0] = await start();
    }
    await publisher.acknowledges(2);
  } finally {
    acknowledged = await publisher.stop();
    await servers[0]!.end("SIGTERM");
  }
  const heads = await following.stop();
  const after = await quietly(data, environment);
  await assertOneHistory(after, heads, acknowledged);
  await assertWhole(after, acknowledged);
  await assertTidy(after);
  await closeServices(after);
  await Deno.remove(folder, { recursive: true });
  await Deno.remove(data, { recursive: true });
});
