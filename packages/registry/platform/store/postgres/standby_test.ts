import assert from "node:assert/strict";
import { postgresPrograms, startPostgres, startStandby, WITH_STANDBY } from "@svc/fakes/postgres";
import { sql } from "kysely";
import { openLink } from "../../../testing/link.ts";
import { createEvents } from "../../events/events.ts";
import { followPostgres } from "./follow.ts";
import { assertUsable, openPostgres } from "./open.ts";

const ignore = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

const STANDBY = { code: "unavailable", message: "Postgres is read-only: it is a standby" };

async function opened(url: string): Promise<void> {
  await (await openPostgres(url, { connections: 2 })).destroy();
}

/** Asks again where the answer was that a connection is gone, or not there. */
async function untilAnswered(ask: () => Promise<unknown>): Promise<void> {
  for (let tries = 20;; tries--) {
    try {
      return void await ask();
    } catch (error) {
      if (tries === 0) throw error;
    }
  }
}

Deno.test("a Postgres that is too old is refused, with the release that is needed", () => {
  const usable = { encoding: "UTF8", standby: 0, schema: "public", may_create: 1 };
  for (const [version, major] of [[140_012, 14], [90_624, 9]] as const) {
    assert.throws(() => assertUsable({ ...usable, version }), {
      code: "unavailable",
      message: `Postgres ${major} is too old`,
      hint: "Use Postgres 15 or newer.",
    });
  }
  assertUsable({ ...usable, version: 150_000 });
});

Deno.test({
  name:
    "a standby is refused, a connection that leads to one is given up, and behind one address " +
    `servers go on with the standby that takes over${
      ignore ? " (skipped: Postgres is not installed)" : ""
    }`,
  ignore,
  async fn(test) {
    await using primary = await startPostgres(WITH_STANDBY);
    await using standby = await startStandby(primary);
    const at = (port: number) => `postgres://svc:${primary.password}@127.0.0.1:${port}/postgres`;

    await test.step("it is refused at the start, with what to name instead", async () => {
      const hint = /^Point SVC_DATABASE_URL at the primary, or at a proxy that leads to it\.$/;
      await assert.rejects(opened(at(standby.port)), { ...STANDBY, hint });
    });

    await using link = openLink(primary.port);
    await using db = await openPostgres(at(link.port), { connections: 1 });
    const write = () => sql`insert into written values ('me')`.execute(db);
    await sql`create table written (by text)`.execute(db);

    await test.step("an address that led to it for a while leads to the primary again", async () => {
      await write();
      link.lead(standby.port);
      link.restore();
      // The first connection may find out only now that it was closed.
      await assert.rejects(write(), { code: "unavailable" });
      await assert.rejects(write(), /is read-only/);
      link.lead(primary.port);
      await write();
    });

    await test.step("once it was promoted, what was acknowledged is there, and more is written", async () => {
      const events = createEvents();
      const following = followPostgres({ url: at(link.port), db, events, failed: () => {} });
      following.start();
      try {
        await following.look();
        await primary.kill();
        await standby.promote();
        link.lead(standby.port);
        await untilAnswered(write);
        const { rows } = await sql<{ count: number }>`select count(*) as count from written`
          .execute(db);
        assert.equal(rows[0]!.count, 3);
        let heard = false;
        events.on("store.changed", () => void (heard = true));
        // It counts once it listens there.
        while (!heard || !following.current()) await following.look();
      } finally {
        await following.stop();
      }
    });
  },
});
