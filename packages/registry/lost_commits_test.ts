import assert from "node:assert/strict";
import { postgresPrograms, startStandby, WITH_STANDBY } from "@svc/fakes/postgres";
import type { Finding } from "./admin/check/mod.ts";
import { runAdmin } from "./admin/run.ts";
import { nameArchive, storeArchive } from "./features/extensions/archive/store_archive.ts";
import { exposition } from "./features/operating/exposition.ts";
import { sweep } from "./jobs.ts";
import { inTransaction } from "./platform/store/transaction.ts";
import { startFleet } from "./testing/replicas.ts";
import type { TestRegistry } from "./testing.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

const DAY = 24 * 60 * 60_000;

/** A server whose primary is killed after an archive was named, and that goes on at the standby. */
async function failedOver({ disconnected }: { disconnected: boolean }) {
  const stack = new AsyncDisposableStack();
  const fleet = stack.use(await startFleet(WITH_STANDBY));
  const standby = stack.use(await startStandby(fleet.postgres));
  const url = new URL(fleet.environment.SVC_DATABASE_URL!);
  const both = `127.0.0.1:${fleet.postgres.port},127.0.0.1:${standby.port}`;
  const environment: Record<string, string> = {
    ...fleet.environment,
    SVC_DATABASE_URL: `postgres://${url.username}:${url.password}@${both}/svc`,
  };
  const registry = stack.use(await fleet.open(environment));
  const { services } = registry;
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const checksum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  const stored = await storeArchive(services, checksum, bytes);
  if (disconnected) await standby.disconnect();
  await inTransaction(services.db, (trx) => nameArchive(trx, stored));
  await fleet.postgres.kill();
  await standby.promote();
  const admin = (...args: string[]) => runAdmin([...args, "--json"], environment);
  const open = () => fleet.open(environment);
  return {
    ...{ registry, checksum, admin, open },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

/** What `/readyz` says once Postgres is found again. */
async function readiness(registry: TestRegistry): Promise<{ commits: string }> {
  for (;;) {
    const answer = await registry.request("/readyz");
    if (answer.status === 200) return (await answer.json()).checks;
    await answer.body?.cancel();
  }
}

async function metric({ services }: TestRegistry): Promise<string | undefined> {
  return /^svc_store_commits_lost .*$/m.exec(await exposition(services))?.[0];
}

const events = ({ logged }: TestRegistry, event: string) =>
  logged.map((line) => JSON.parse(line)).filter((line) => line.event === event);

Deno.test({
  name:
    "what Postgres lost in a failover is told until the operator accepts it, by every server, " +
    `and nothing is deleted meanwhile${missing ? " (skipped: Postgres is not installed)" : ""}`,
  ignore: missing,
  async fn() {
    await using after = await failedOver({ disconnected: true });
    const { registry, checksum, admin } = after;
    const { blobs } = registry.services;
    assert.equal((await readiness(registry)).commits, "failing");
    const [told, ...more] = events(registry, "store.lost");
    assert.equal(told.level, "error");
    assert.equal(told.timeline, 2);
    for (const place of [told.from, told.acknowledged]) assert.match(place, /^[\dA-F]+\/[\dA-F]+$/);
    assert.deepEqual(more, []);
    assert.equal(await metric(registry), "svc_store_commits_lost 1");

    // It never had anything acknowledged, as a server that is started again.
    await using other = await after.open();
    assert.equal((await readiness(other)).commits, "failing");
    for (const server of [registry, other]) {
      server.clock.now = new Date(server.clock.now.getTime() + DAY);
      await sweep(server.services);
      assert.match(events(server, "sweep.refused")[0].damage, /lost commits.*timeline 2/);
    }
    const checked = await admin("check");
    assert.equal(checked.code, 1);
    assert.deepEqual(
      JSON.parse(checked.stdout).findings.filter((one: Finding) => one.status === "failing")
        .map((one: Finding) => one.check),
      ["commits"],
    );
    const removal = await admin("verify", "--remove-unnamed");
    assert.equal(JSON.parse(removal.stderr).code, "conflict");
    assert.ok(await blobs.has(checksum));

    assert.match(JSON.parse((await admin("accept-loss")).stdout).message, /lost commits/);
    assert.match((await admin("accept-loss")).stderr, /has lost nothing/);
    assert.equal((await admin("check")).code, 0);
    assert.equal(await metric(registry), "svc_store_commits_lost 0");
    await sweep(registry.services);
    // Without the commit that named it, nothing is left that does.
    assert.ok(!await blobs.has(checksum));
  },
});

Deno.test({
  name: "of a failover that lost nothing nothing is told, and what was acknowledged stays" +
    (missing ? " (skipped: Postgres is not installed)" : ""),
  ignore: missing,
  async fn() {
    await using after = await failedOver({ disconnected: false });
    const { registry, checksum, admin } = after;
    assert.equal((await readiness(registry)).commits, "ok");
    assert.deepEqual(events(registry, "store.lost"), []);
    assert.equal(await metric(registry), "svc_store_commits_lost 0");
    registry.clock.now = new Date(registry.clock.now.getTime() + DAY);
    await sweep(registry.services);
    assert.deepEqual(events(registry, "sweep.refused"), []);
    assert.ok(await registry.services.blobs.has(checksum));
    assert.equal((await admin("check")).code, 0);
  },
});
