import assert from "node:assert/strict";
import {
  postgresPrograms,
  startOldPostgres,
  startPostgres,
  startStandby,
  WITH_STANDBY,
} from "@svc/fakes/postgres";
import { sql } from "kysely";
import { type Link, openLink } from "../../../testing/link.ts";
import { createEvents } from "../../events/events.ts";
import { CHANNEL } from "../../events/relay.ts";
import { followPostgres } from "./follow.ts";
import { openPostgres } from "./open.ts";

const ignore = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

const STANDBY = { code: "unavailable", message: "Postgres takes no writes: it is a standby" };

async function opened(url: string): Promise<void> {
  await (await openPostgres(url, { connections: 2 })).destroy();
}

/** Asks again where the answer was that a connection is gone, or not there, unless it is `expected`. */
async function untilAnswered(ask: () => Promise<unknown>, expected = /^$/): Promise<void> {
  for (let tries = 20;; tries--) {
    try {
      return void await ask();
    } catch (error) {
      if (tries === 0 || expected.test(String(error))) throw error;
    }
  }
}

Deno.test("a Postgres that is too old is refused, with the release that is needed", async () => {
  for (const [version, major] of [[140_012, 14], [90_624, 9]] as const) {
    await using old = startOldPostgres(version);
    await assert.rejects(opened(old.url), {
      code: "unavailable",
      message: `Postgres ${major} is too old`,
      hint: "Use Postgres 15 or newer.",
    });
  }
  await using current = startOldPostgres(150_000);
  await opened(current.url);
});

Deno.test({
  name: "a standby is refused, of several servers the one that takes writes is used, and a " +
    `connection that leads to a standby is given up${
      ignore ? " (skipped: Postgres is not installed)" : ""
    }`,
  ignore,
  async fn(test) {
    await using primary = await startPostgres(WITH_STANDBY);
    await using standby = await startStandby(primary);
    const at = (...ports: number[]) =>
      `postgres://svc:${primary.password}@${
        ports.map((port) => `127.0.0.1:${port}`).join()
      }/postgres`;

    await test.step("alone it is refused at the start, with what to name instead", async () => {
      const hint = /^Point SVC_DATABASE_URL at the primary, or name all: host1,host2\.$/;
      await assert.rejects(opened(at(standby.port)), { ...STANDBY, hint });
      await assert.rejects(opened(at(standby.port, standby.port)), STANDBY);
      await assert.rejects(opened(at(standby.port, 1)), { message: "Postgres cannot be reached" });
    });

    await test.step("the primary is found behind it, and behind one that is away", async () => {
      await using db = await openPostgres(at(1, standby.port, primary.port), { connections: 2 });
      await sql`create table written (by text)`.execute(db);
    });

    await test.step("an address that led to it for a while leads to the primary again", async () => {
      await using link = openLink(primary.port);
      await using db = await openPostgres(at(link.port), { connections: 1 });
      const write = () => sql`insert into written values ('me')`.execute(db);
      await write();
      link.lead(standby.port);
      link.restore();
      // The first connection may find out only now that it was closed.
      await assert.rejects(write(), { code: "unavailable" });
      await assert.rejects(write(), /takes no writes/);
      link.lead(primary.port);
      await write();
    });

    await test.step("one whose standby was promoted is not used again, though it takes writes, nor listened to", async () => {
      await using old = openLink(primary.port);
      await using promoted = openLink(standby.port);
      await using db = await openPostgres(at(old.port, promoted.port), { connections: 2 });
      const ask = () => sql`select 1`.execute(db);
      const away = (link: Link) => {
        link.lead(1);
        link.restore();
      };
      await ask();
      await standby.promote();
      away(old);
      await untilAnswered(ask);
      old.lead(primary.port);
      away(promoted);
      await assert.rejects(untilAnswered(ask, /promoted/), {
        message: "This Postgres takes writes, but a standby of it was promoted",
        hint: /make it a standby/,
      });
      promoted.lead(standby.port);
      await untilAnswered(ask);
      await using started = await openPostgres(at(primary.port, standby.port), { connections: 2 });
      const { rows } = await sql`select inet_server_port() as port`.execute(started);
      assert.deepEqual({ ...rows[0] as object }, { port: standby.port });
      const failures: string[] = [];
      const following = followPostgres({
        url: at(primary.port, standby.port),
        db: started,
        timeline: () => 0,
        events: createEvents(),
        failed: (error) => failures.push(String(error)),
      });
      following.start();
      await following.look();
      await following.stop();
      assert.equal(failures[0], "Error: this server has no notices of the primary");
    });

    await test.step("behind one address it is not used again either, nor what was connected to it", async () => {
      await using link = openLink(primary.port);
      await using db = await openPostgres(at(link.port), { connections: 2 });
      const port = async (asked: Pick<typeof db, "getExecutor"> = db) => {
        const { rows } = await sql<{ port: number }>`select inet_server_port() as port`
          .execute(asked);
        return rows[0]!.port;
      };
      await db.connection().execute(async (first) => {
        assert.equal(await port(first), primary.port);
        link.lead(standby.port);
        assert.equal(await port(), standby.port);
      });
      assert.deepEqual(await Promise.all([port(), port()]), [standby.port, standby.port]);
      link.lead(primary.port);
      link.restore();
      await assert.rejects(untilAnswered(port, /promoted/), {
        message: "This Postgres takes writes, but a standby of it was promoted",
      });
      link.lead(standby.port);
      await untilAnswered(port);
    });
  },
});

Deno.test({
  name: "who listens to a primary that goes on leaves it once the pool uses a promoted standby" +
    (ignore ? " (skipped: Postgres is not installed)" : ""),
  ignore,
  async fn() {
    await using primary = await startPostgres(WITH_STANDBY);
    await using standby = await startStandby(primary);
    await using link = openLink(primary.port);
    const at = (...ports: number[]) =>
      `postgres://svc:${primary.password}@${
        ports.map((port) => `127.0.0.1:${port}`).join()
      }/postgres`;
    let timeline = () => 0;
    await using db = await openPostgres(at(link.port), {
      connections: 2,
      timeline: (read) => timeline = read,
    });
    const events = createEvents();
    const heard: string[] = [];
    for (const event of ["feed.changed", "store.changed"] as const) {
      events.on(event, () => void heard.push(event));
    }
    const following = followPostgres({
      ...{ url: at(primary.port, standby.port), db, events, timeline: () => timeline() },
      failed: () => undefined,
    });
    following.start();
    try {
      await following.look();
      await standby.disconnect();
      await standby.promote();
      link.lead(standby.port);
      link.restore();
      await untilAnswered(() => sql`select 1`.execute(db));
      heard.length = 0;
      await sql`select pg_notify(${CHANNEL}, '["feed.changed",{}]')`.execute(db);
      await following.look();
      assert.notDeepEqual(heard, [], "it hears of a change, or that it may have missed one");
    } finally {
      await following.stop();
    }
  },
});
