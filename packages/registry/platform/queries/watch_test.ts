import { deepEqual, equal, rejects } from "node:assert/strict";
import { sql } from "kysely";
import { createLog } from "@svc/http/log";
import { testDatabase } from "../../testing/database.ts";
import { addCollective } from "../../testing/extensions/people.ts";
import { testRegistry } from "../../testing.ts";
import { openPostgres } from "../store/postgres/open.ts";
import type { Db } from "../store/schema.ts";
import { openSqlite } from "../store/sqlite.ts";
import { createQueryDurations } from "./durations.ts";
import { logSlowQueries } from "./slow.ts";
import { type QueryWatch, watchQueries } from "./watch.ts";

/** An empty store, of the engine that the tests run over, whose statements `queries` hears of. */
async function watched(
  queries: QueryWatch,
): Promise<{ db: Db } & AsyncDisposable> {
  const database = await testDatabase({ empty: true });
  const db = database === undefined
    ? openSqlite(":memory:", { queries })
    : await openPostgres(database.url, { connections: 1, queries });
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await database?.[Symbol.asyncDispose]();
    },
  };
}

Deno.test("a slow query is in the log with placeholders and without its values", async () => {
  const logged: string[] = [];
  const log = createLog("json", () => new Date(0), (line) => logged.push(line));
  await using store = await watched(logSlowQueries({ log, slowMs: 0 }));
  await sql`select 1 as one where ${"hush-hush"} <> 'x'`.execute(store.db);
  equal(logged.length, 1);
  equal(/^select 1 as one where (?:\?|\$1) <> 'x'$/.test(JSON.parse(logged[0]!).sql), true);
  equal(logged[0]!.includes("hush-hush"), false);
});

Deno.test("every statement is counted by its kind, also one that fails as it runs", async () => {
  const durations = createQueryDurations();
  const told: [string, boolean][] = [];
  const counted = watchQueries({ system: "sqlite", durations, slow: () => {} });
  await using store = await watched((text, ms, failed) => {
    told.push([text, failed]);
    counted(text, ms, failed);
  });
  await sql`create table one (id integer primary key)`.execute(store.db);
  const add = sql`insert into one (id) values (1)`;
  await add.execute(store.db);
  await rejects(add.execute(store.db));
  await sql`select * from one`.execute(store.db);
  deepEqual(told.map(([, failed]) => failed), [false, false, true, false]);
  deepEqual([...durations.rows()].map(({ labels, count }) => [labels.kind, count]), [
    ["other", 1],
    ["insert", 2],
    ["select", 1],
  ]);
});

Deno.test("a registry counts what it asks its database", async () => {
  await using registry = await testRegistry();
  await addCollective(registry.services, "acme");
  const kinds = [...registry.services.queries.rows()].map(({ labels }) => labels.kind);
  equal(kinds.includes("select") && kinds.includes("insert"), true);
});
