import assert from "node:assert/strict";
import { sql } from "kysely";
import { migrate } from "./migrate.ts";
import { MIGRATIONS } from "../../migrations.ts";
import { openSqlite } from "./sqlite.ts";

async function withStore(
  test: (db: ReturnType<typeof openSqlite>, path: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/svc.db`;
  const db = openSqlite(path);
  try {
    await test(db, path);
  } finally {
    await db.destroy();
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("the store is durable: WAL, synchronous FULL, foreign keys on", () =>
  withStore(async (db) => {
    const pragma = async (name: string) =>
      Object.values((await sql`pragma ${sql.raw(name)}`.execute(db)).rows[0] as object)[0];
    assert.equal(await pragma("journal_mode"), "wal");
    assert.equal(await pragma("synchronous"), 2);
    assert.equal(await pragma("foreign_keys"), 1);
  }));

Deno.test("migrations run once, in order, and a second start runs none", () =>
  withStore(async (db, path) => {
    assert.deepEqual(await migrate(db, MIGRATIONS), Object.keys(MIGRATIONS));
    assert.deepEqual(await migrate(db, MIGRATIONS), []);
    const again = openSqlite(path);
    assert.deepEqual(await migrate(again, MIGRATIONS), []);
    await again.destroy();
    assert.deepEqual(Object.keys(MIGRATIONS), Object.keys(MIGRATIONS).sort());
  }));

Deno.test("a transaction that throws leaves nothing, also of its schema changes", () =>
  withStore(async (db) => {
    await assert.rejects(
      db.transaction().execute(async (trx) => {
        await sql`create table half (id integer)`.execute(trx);
        throw new Error("interrupted");
      }),
      /interrupted/,
    );
    const tables = await sql`select name from sqlite_master where name = 'half'`.execute(db);
    assert.deepEqual(tables.rows, []);
  }));

Deno.test("when SQLite ended the transaction itself, the failure that made it do so is told", async () => {
  const db = openSqlite(":memory:");
  try {
    const failing = db.transaction().execute(async (trx) => {
      await sql`rollback`.execute(trx);
      throw new Error("database or disk is full");
    });
    await assert.rejects(failing, /database or disk is full/);
  } finally {
    await db.destroy();
  }
});
