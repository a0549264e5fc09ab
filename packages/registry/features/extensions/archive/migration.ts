import { sql } from "kysely";
import { migration } from "../../../platform/store/migration.ts";
import { text } from "../../../platform/store/columns.ts";

/** The archives of the blob store: those of every version, as all of them are named. */
export const archives = migration(async (db) => {
  await db.schema.createTable("archive")
    .addColumn("checksum", "text", (column) => column.primaryKey())
    .addColumn("storing", "text", (column) => column.notNull())
    .addColumn("bytes", "integer", (column) => column.notNull())
    .$call(text("state", "changed_at"))
    .execute();
  await sql`insert into archive (checksum, storing, bytes, state, changed_at)
      select checksum, checksum, max(packed_bytes), 'named', min(published_at)
      from extension_version group by checksum`.execute(db);
  // Named ones, nearly all, are not in it.
  await sql`create index archive_unnamed on archive (state, changed_at)
      where state <> 'named'`.execute(db);
});
