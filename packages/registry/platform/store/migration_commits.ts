import { type Kysely, sql, SqliteAdapter } from "kysely";
import type { Migration } from "kysely/migration";

/** The number of commits of an embedded store; another engine knows by itself what it has lost. */
export const commits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
    await sql`create table store_commit (count integer not null)`.execute(db);
    await sql`insert into store_commit (count) values (0)`.execute(db);
  },
};
