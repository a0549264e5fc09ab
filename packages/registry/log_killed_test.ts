import { openCheckpoint } from "@svc/log/checkpoint";
import { keyOf } from "@svc/log/note";
import { leafHash, rootOf } from "@svc/log/tree";
import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { startS3rver } from "@svc/fakes/s3";
import type { Services } from "./access/services.ts";
import { noteEvent } from "./access/registry_log/note.ts";
import { checkLog } from "./features/registry_log/check.ts";
import { keyFile } from "./features/registry_log/testing.ts";
import { closeServices } from "./open.ts";
import { inTransaction } from "./platform/store/transaction.ts";
import { s3World } from "./platform/store/blobs/s3/testing/world.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { quietly, type ServerProcess, startProcess } from "./testing/process.ts";
import { publishing } from "./testing/publishing.ts";
import { startFleet } from "./testing/replicas.ts";
import { seeded } from "./testing/seeded.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

const SEED = 20_261_129;
const ORIGIN = "registry.acme.test/log";
const BASE_URL = "http://registry.acme.test";

/** Follows the head of the log through servers that come and go, as clients do, until it is stopped. */
function follow(servers: readonly ServerProcess[], seed: Uint8Array) {
  const heads: { size: number; root: string }[] = [];
  let stopped = false;
  const ask = async (at: number) => {
    const answer = await fetch(`${servers[at]!.url}/log/checkpoint`).catch(() => undefined);
    if (answer?.status !== 200) return void await answer?.body?.cancel();
    const note = await answer.text();
    const { size, root } = openCheckpoint(note, ORIGIN, [keyOf({ seed, name: ORIGIN })]);
    heads.push({ size, root: root.toBase64() });
  };
  const all = (async () => {
    for (let n = 0; !stopped; n++) {
      await ask(n % servers.length);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await all;
      return heads;
    },
  };
}

/**
 * Asserts that all heads that anybody was shown are of one history, in which each version is published
 * once, those that were acknowledged among them.
 */
async function assertOneHistory(
  { db, registryLog }: Services,
  heads: readonly { size: number; root: string }[],
  acknowledged: readonly string[],
): Promise<void> {
  await registryLog!.sequence();
  assert.equal((await checkLog(db)).wrong, undefined);
  const rows = await db.selectFrom("log_leaf").select(["entry", "version"]).orderBy("idx")
    .execute();
  const hashes = rows.map(({ entry }) => leafHash(new TextEncoder().encode(entry)));
  assert.ok(heads.length > 3, "heads were seen");
  for (const { size, root } of heads) {
    assert.equal(rootOf(hashes.slice(0, size)).toBase64(), root, `the head of ${size} entries`);
  }
  const versions = await db.selectFrom("extension_version").select("version").execute();
  assert.deepEqual(
    rows.map(({ version }) => version).sort(),
    versions.map(({ version }) => version).sort(),
    "each version once",
  );
  assert.deepEqual(
    acknowledged.filter((one) => !versions.some(({ version }) => version === one)),
    [],
  );
}

Deno.test({
  name:
    "servers on one Postgres and one bucket, killed at any moment, show one history of the log" +
    (missing ? " (skipped: Postgres is not installed)" : ""),
  ignore: missing,
  async fn() {
    await using fleet = await startFleet();
    await using backend = await startS3rver();
    await using world = await s3World(backend);
    const folder = await Deno.makeTempDir({ prefix: "svc-log-key-" });
    const path = await keyFile(folder);
    const environment = {
      ...fleet.environment,
      SVC_BLOBS_URL: world.urlOf(),
      SVC_BLOBS_PROXY: "on",
      SVC_LOG_KEY: path,
      SVC_BASE_URL: BASE_URL,
    };
    await using watching = await fleet.open(environment);
    await addCollective(watching.services, "acme");
    const key = await addPerson(watching.services, "ada", { acme: "member" });
    const random = seeded(SEED);
    const start = () => startProcess(fleet.environment.SVC_DATA!, environment);
    const servers = await Promise.all([start(), start()]);
    const following = follow(servers, await Deno.readFile(path));
    const publisher = publishing(servers, key, 4);
    let acknowledged: string[] = [];
    try {
      for (let kill = 0; kill < 3; kill++) {
        await publisher.acknowledges(1);
        await new Promise((resolve) => setTimeout(resolve, random() * 300));
        const at = kill % servers.length;
        await servers[at]!.end("SIGKILL");
        servers[at] = await start();
      }
      await publisher.acknowledges(2);
    } finally {
      acknowledged = await publisher.stop();
      for (const server of servers) await server.end("SIGTERM");
    }
    await assertOneHistory(watching.services, await following.stop(), acknowledged);
    await Deno.remove(folder, { recursive: true });
  },
});

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

Deno.test("a server on the embedded store, killed at any moment, shows one history of the log", async () => {
  const data = await Deno.makeTempDir({ prefix: "svc-log-killed-" });
  const folder = await Deno.makeTempDir({ prefix: "svc-log-key-" });
  const path = await keyFile(folder);
  const environment = { SVC_LOG_KEY: path, SVC_BASE_URL: BASE_URL };
  const before = await quietly(data, environment);
  await addCollective(before, "acme");
  const key = await addPerson(before, "ada", { acme: "member" });
  await closeServices(before);
  const random = seeded(SEED);
  const start = () => startProcess(data, environment);
  const servers = [await start()];
  const following = follow(servers, await Deno.readFile(path));
  const publisher = publishing(servers, key, 3);
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
  await closeServices(after);
  await Deno.remove(folder, { recursive: true });
  await Deno.remove(data, { recursive: true });
});
