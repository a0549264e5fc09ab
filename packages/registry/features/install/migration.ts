import { migration } from "../../platform/store/migration.ts";

/** The releases of the client that were offered once; those taken down, since when and why. */
export const clientReleases = migration(async (db) => {
  await db.schema.createTable("client_file")
    .addColumn("checksum", "text", (c) => c.notNull().primaryKey())
    .addColumn("content", "text", (c) => c.notNull())
    .addColumn("kept_at", "text", (c) => c.notNull())
    .addColumn("version", "text")
    .addColumn("package", "text")
    .addColumn("taken_down_at", "text")
    .addColumn("takedown_reason", "text")
    .execute();
});
