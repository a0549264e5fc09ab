import { sql, SqliteAdapter } from "kysely";
import { migration } from "../../platform/store/migration.ts";

/**
 * What callers have left of their rates, for all processes of a registry on Postgres. Without a log:
 * after a crash of Postgres every bucket is full. Where SQLite is, one process counts in memory.
 */
export const rate = migration(async (db) => {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return;
  await sql`create unlogged table rate_bucket (
      key text collate "C" primary key,
      level double precision not null,
      at double precision not null,
      granted double precision not null
    ) with (fillfactor = 50)`.execute(db);
});
