import { sql, SqliteAdapter } from "kysely";
import { migration } from "./migration.ts";
import { text } from "./columns.ts";

/** What an embedded store knows of its commits. */
export const commits = migration(async (db) => {
  await countCommits.up(db);
  await lostCommits.up(db);
});

/** Their number; another engine knows by itself what it has lost. */
export const countCommits = migration(async (db) => {
  if (!(db.getExecutor().adapter instanceof SqliteAdapter)) return;
  await sql`create table store_commit (count integer not null)`.execute(db);
  await sql`insert into store_commit (count) values (0)`.execute(db);
});

/** A table that nothing reads any more; servers of the release before still do. */
export const lostCommits = migration(async (db) => {
  await db.schema.createTable("lost_commits")
    .addColumn("only", "integer", (column) => column.primaryKey())
    .$call(text("found_at", "message"))
    .execute();
});
