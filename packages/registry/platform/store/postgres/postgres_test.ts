import assert from "node:assert/strict";
import { isSvcError, type SvcError } from "@svc/core/error";
import { postgresPrograms, type PostgresServer, startPostgres } from "@svc/fakes/postgres";
import { type Kysely, type QueryExecutorProvider, sql } from "kysely";
import { MIGRATIONS } from "../../../migrations.ts";
import { migrate } from "../migrate.ts";
import type { Db } from "../schema.ts";
import { openLink } from "../../../testing/link.ts";
import { inTransaction } from "../transaction.ts";
import { LIFT_LIMITS } from "../lift_limits.ts";
import { openPostgres } from "./open.ts";

const ignore = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";
let server: PostgresServer;
Deno.test.beforeAll(async () => {
  if (!ignore) server = await startPostgres();
});
Deno.test.afterAll(async () => await server?.[Symbol.asyncDispose]());

function testPostgres(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: ignore ? `${name} (skipped: Postgres is not installed)` : name, ignore, fn });
}

/** A database of its own, with connections to it. */
async function database(connections = 4): Promise<Db & AsyncDisposable> {
  const name = `t${crypto.randomUUID().replaceAll("-", "")}`;
  const root = await openPostgres(server.url("postgres"), { connections: 2 });
  await sql`create database ${sql.ref(name)}`.execute(root);
  await root.destroy();
  return await openPostgres(server.url(name), { connections });
}

async function refusal(url: string): Promise<SvcError> {
  try {
    await (await openPostgres(url, { connections: 2 })).destroy();
  } catch (error) {
    assert.ok(isSvcError(error), String(error));
    assert.equal(error.code, "unavailable");
    assert.ok(!`${error.message} ${error.hint} ${error.cause}`.includes(server.password));
    return error;
  }
  throw new Error("it was opened");
}

testPostgres("values are read as SQLite gives them, and text is ordered by its bytes", async () => {
  await using db = await database();
  const values = await sql<Record<string, unknown>>`select 1 < 2 as flag, count(*) as count,
    sum(n) as sum, null as none from generate_series(1, 3) as n`.execute(db);
  assert.deepEqual({ ...values.rows[0] }, { flag: 1, count: 3, sum: 6, none: null });
  const words = db as unknown as Kysely<{ words: { word: string; number: number } }>;
  await words.schema.createTable("words").addColumn(
    "number",
    "integer",
    (c) => c.primaryKey().autoIncrement(),
  )
    .addColumn("word", "text").execute();
  const given = ["b", "a-b", "ab", "B", "é", "a_b", "Z", "\0"];
  const made = await words.insertInto("words").values(given.map((word) => ({ word }) as never))
    .returning("number").execute();
  assert.deepEqual(made.map(({ number }) => number), [1, 2, 3, 4, 5, 6, 7, 8]);
  const ordered = await words.selectFrom("words").select("word").orderBy("word").execute();
  const expected = given.map((word) => word.replace("\0", "\uFFFD")).sort();
  assert.deepEqual(ordered.map(({ word }) => word), expected);
  const big = await sql<{ n: number }>`select ${Number.MAX_SAFE_INTEGER}::bigint as n`.execute(db);
  assert.equal(big.rows[0]!.n, Number.MAX_SAFE_INTEGER);
});

testPostgres(
  "servers that start at once migrate once, and a second start migrates nothing",
  async () => {
    await using first = await database();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(first);
    const url = server.url(rows[0]!.name);
    const others = await Promise.all([1, 2, 3].map(() => openPostgres(url, { connections: 2 })));
    try {
      const ran = await Promise.all([first, ...others].map((db) => migrate(db, MIGRATIONS)));
      const counts = ran.map((names) => names.length).sort((a, b) => a - b);
      assert.deepEqual(counts, [0, 0, 0, Object.keys(MIGRATIONS).length]);
      assert.deepEqual(await migrate(first, MIGRATIONS), []);
    } finally {
      for (const db of others) await db.destroy();
    }
  },
);

testPostgres("a migration that fails leaves nothing, and its name and cause are told", async () => {
  await using db = await database();
  const failing = {
    "1_made": {
      up: (on: Kysely<unknown>) => on.schema.createTable("made").addColumn("a", "text").execute(),
    },
    "2_broken": { up: () => Promise.reject(new Error("broken")) },
  };
  await assert.rejects(migrate(db, failing), (error) => {
    assert.ok(isSvcError(error));
    assert.match(error.message, /2_broken/);
    assert.equal((error.cause as Error).message, "broken");
    return true;
  });
  const { rows } = await sql`select 1 from pg_tables where tablename = 'made'`.execute(db);
  assert.deepEqual(rows, []);
});

testPostgres("a migration that is cut off says that its connection was lost", async () => {
  await using db = await database();
  const up = async (on: Kysely<unknown>) =>
    void await sql`select pg_terminate_backend(pg_backend_pid())`.execute(on);
  await assert.rejects(migrate(db, { "1_cut": { up } }), {
    message: "The database could not be upgraded (1_cut)",
    hint: /^The connection to Postgres was lost\. Try again/,
  });
});

testPostgres("a migration begins again that waits for a server which waits for it", async () => {
  await using db = await database();
  for (const name of ["first", "second"]) await db.schema.createTable(name).execute();
  const lock = async (on: QueryExecutorProvider, table: string) =>
    void await sql`lock table ${sql.ref(table)}`.execute(on);
  /** Of two that wait for each other, the one that looks gives way. */
  const looksAfter = async (on: QueryExecutorProvider, time: string) =>
    void await sql`select set_config('deadlock_timeout', ${time}, true)`.execute(on);
  const [holding, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const working = db.transaction().execute(async (server) => {
    await looksAfter(server, "1h");
    await sql.raw(LIFT_LIMITS).execute(server);
    await lock(server, "second");
    holding.resolve();
    await waiting.promise;
    await lock(server, "first");
  });
  let runs = 0;
  const up = async (on: Kysely<unknown>) => {
    if (runs++ > 0) return await lock(on, "second");
    await looksAfter(on, "1ms");
    await lock(on, "first");
    await holding.promise;
    waiting.resolve();
    const waits = sql`select 1 from pg_locks where not granted and relation = 'first'::regclass`;
    while ((await waits.execute(on)).rows.length === 0);
    await lock(on, "second");
  };
  assert.deepEqual(await migrate(db, { "1_changed": { up } }), ["1_changed"]);
  assert.equal(runs, 2);
  await working;
});

testPostgres(
  "transactions that meet are run again, so that none sees half of another",
  async () => {
    await using db = await database(8);
    await sql`create table slot (id bigint primary key, taken bigint not null)`.execute(db);
    await sql`insert into slot values (1, 0), (2, 0)`.execute(db);
    let calls = 0;
    // Each looks at both rows and takes one only while neither is: of many at once, one may.
    const take = (id: number) =>
      inTransaction(db, async (trx) => {
        calls += 1;
        const { rows } = await sql<{ sum: number }>`select sum(taken) as sum from slot`.execute(
          trx,
        );
        if (rows[0]!.sum > 0) return false;
        await sql`update slot set taken = taken + 1 where id = ${id}`.execute(trx);
        return true;
      });
    const taken = await Promise.all(Array.from({ length: 16 }, (_, n) => take(n % 2 + 1)));
    assert.equal(taken.filter(Boolean).length, 1);
    assert.ok(calls >= 16);
    // The failure of the work itself is told, and is not tried again.
    calls = 0;
    await assert.rejects(
      inTransaction(db, async (trx) => {
        calls += 1;
        await sql`select 1 / 0`.execute(trx);
      }),
      /division by zero/,
    );
    assert.equal(calls, 1);
  },
);

testPostgres(
  "a transaction whose connection is cut fails with 503 and its cause; the next one goes on",
  async () => {
    await using db = await database(2);
    const cut = inTransaction(db, async (trx) => {
      await sql`create table half (a text)`.execute(trx);
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
    });
    await assert.rejects(cut, (error) => {
      assert.ok(isSvcError(error));
      assert.equal(error.code, "unavailable");
      assert.match(error.message, /connection to Postgres was lost/);
      assert.ok(error.cause instanceof Error);
      return true;
    });
    const { rows } = await sql`select 1 from pg_tables where tablename = 'half'`.execute(db);
    assert.deepEqual(rows, []);
  },
);

testPostgres("a start that cannot work says what to change, never the password", async () => {
  const tcp = new URL(server.tcpUrl("postgres"));
  assert.match((await refusal(`${server.tcpUrl("nowhere")}`)).hint!, /createdb/);
  const wrong = new URL(tcp);
  wrong.password = `${server.password}-wrong`;
  assert.match((await refusal(wrong.href)).message, /refused the user or password/);
  const closed = new URL(tcp);
  closed.port = "1";
  assert.match((await refusal(closed.href)).message, /cannot be reached/);
  assert.match((await refusal(`${tcp.href}?sslmode=require`)).message, /does not offer TLS/);
  const absent = await refusal(`${tcp.href}?sslmode=verify-full&sslrootcert=/nowhere/own.pem`);
  assert.equal(absent.message, "/nowhere/own.pem cannot be read");

  await using root = await openPostgres(server.url("postgres"), { connections: 2 });
  await sql`create database latin encoding 'LATIN1' locale 'C' template template0`.execute(root);
  await sql`create database plain locale 'C' template template0`.execute(root);
  assert.match((await refusal(server.url("latin"))).message, /LATIN1/);
  assert.match((await refusal(server.url("plain"))).message, /no letters beyond ASCII/);
  await sql`create role guest login`.execute(root);
  const guest = server.url("postgres").replace("user=svc", "user=guest");
  assert.match((await refusal(guest)).hint!, /owner/);
});

testPostgres(
  "after Postgres was restarted, what was on its way fails with 503, and the next query answers",
  async () => {
    await using db = await database(2);
    const asleep = sql`select pg_sleep(60)`.execute(db);
    const told = assert.rejects(
      asleep,
      (error) => isSvcError(error) && error.code === "unavailable",
    );
    // An idle connection breaks, too.
    await Promise.all([sql`select 1`.execute(db)]);
    await server.restart();
    await told;
    assert.deepEqual(
      (await sql`select 1 as one`.execute(db)).rows.map((row) => ({ ...row as object })),
      [{ one: 1 }],
    );
  },
);

testPostgres(
  "a query that gets no answer in time fails with 503, its transaction with it; a migration's waits",
  async () => {
    await using db = await openPostgres(server.url("postgres"), { connections: 1, answerMs: 3000 });
    const unanswered = (error: unknown) => isSvcError(error) && error.code === "unavailable";
    await assert.rejects(sql`select pg_sleep(600)`.execute(db), unanswered);
    await assert.rejects(
      inTransaction(db, (trx) => sql`select pg_sleep(600)`.execute(trx)),
      unanswered,
    );
    // The only connection has been replaced.
    await db.connection().execute(async (connection) => {
      await sql.raw(LIFT_LIMITS).execute(connection);
      await sql`select pg_sleep(3.2)`.execute(connection);
    });
  },
);

testPostgres("connections that are cut do not keep the store from closing", async () => {
  await using link = openLink(server.port);
  const through = new URL(server.tcpUrl("postgres"));
  through.port = String(link.port);
  const db = await openPostgres(through.href, { connections: 2 });
  await sql`select 1`.execute(db);
  link.cut();
  await db.destroy();
});
