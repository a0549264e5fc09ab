import assert from "node:assert/strict";
import { postgresPrograms, startPostgres } from "@svc/fakes/postgres";
import { sql } from "kysely";
import { EARLIER } from "./earlier.ts";
import { MIGRATIONS } from "./migrations.ts";
import { migrate } from "./platform/store/migrate.ts";
import { openPostgres } from "./platform/store/postgres/open.ts";
import type { Db } from "./platform/store/schema.ts";
import { openSqlite } from "./platform/store/sqlite.ts";
import { layBefore } from "./testing/earlier.ts";
import { tablesOf } from "./testing/tables.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

/** Behind all of the earlier ones. */
const LAST = "1";

/** The migrations that were added since, which run in a database of before as well. */
const SINCE = Object.keys(MIGRATIONS).filter((name) =>
  !Object.values(EARLIER).some(({ now }) => now === name)
);

async function namesIn(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(db);
  return rows.map(({ name }) => name);
}

async function sameAsNew(open: () => Promise<Db>): Promise<void> {
  const fresh = await open();
  assert.deepEqual(await migrate(fresh, MIGRATIONS, EARLIER), Object.keys(MIGRATIONS));
  const expected = await tablesOf(fresh);
  assert.ok(expected.length > 400);
  await fresh.destroy();
  const run = Object.keys(EARLIER).filter((name) => EARLIER[name]!.run);
  for (const [before, ran] of [["0014_serve_client", run], [LAST, []]] as const) {
    const db = await open();
    await layBefore(before, db);
    assert.deepEqual(await migrate(db, MIGRATIONS, EARLIER), [...ran, ...SINCE]);
    assert.deepEqual(await tablesOf(db), expected);
    assert.deepEqual(await namesIn(db), Object.keys(MIGRATIONS));
    assert.deepEqual(await migrate(db, MIGRATIONS, EARLIER), []);
    await db.destroy();
  }
}

Deno.test("a database that the earlier migrations made has the tables of a new one, on SQLite", async () => {
  await sameAsNew(() => Promise.resolve(openSqlite(":memory:")));
});

Deno.test({
  name: `a database that the earlier migrations made has the tables of a new one, on Postgres${
    missing ? " (skipped: it is not installed)" : ""
  }`,
  ignore: missing,
  async fn() {
    await using server = await startPostgres();
    const admin = await openPostgres(server.url("postgres"), { connections: 1 });
    let made = 0;
    await sameAsNew(async () => {
      const name = `upgraded_${made++}`;
      await sql.raw(`create database ${name}`).execute(admin);
      return await openPostgres(server.url(name), { connections: 2 });
    });
    await admin.destroy();
  },
});

Deno.test("a database of before that knows a newer migration is refused, and stays as it was", async () => {
  const db = openSqlite(":memory:");
  await layBefore(LAST, db);
  await sql`insert into kysely_migration (name, timestamp) values ('0041_newer', 'now')`
    .execute(db);
  const before = await namesIn(db);
  await assert.rejects(migrate(db, MIGRATIONS, EARLIER), {
    code: "unavailable",
    message: "The database belongs to a newer release: it has 0041_newer",
  });
  assert.deepEqual(await namesIn(db), before);
  await db.destroy();
});

Deno.test("an upgrade that is cut off between the last migration of before and the new names goes on", async () => {
  const db = openSqlite(":memory:");
  await layBefore("0040_content_counts", db);
  await sql`create trigger cut_off before delete on kysely_migration
    begin select raise(abort, 'cut off'); end`.execute(db);
  await assert.rejects(migrate(db, MIGRATIONS, EARLIER), /cut off/);
  assert.deepEqual(await namesIn(db), Object.keys(EARLIER));
  await sql`drop trigger cut_off`.execute(db);
  assert.deepEqual(await migrate(db, MIGRATIONS, EARLIER), SINCE);
  assert.deepEqual(await namesIn(db), Object.keys(MIGRATIONS));
  await db.destroy();
});
