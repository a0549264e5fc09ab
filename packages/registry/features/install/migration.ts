import { migration } from "../../platform/store/migration.ts";
import { text, textOrNull } from "../../platform/store/columns.ts";

/** The releases of the client that were offered once; those taken down, since when and why. */
export const clientReleases = migration(async (db) => {
  await db.schema.createTable("client_file")
    .addColumn("checksum", "text", (c) => c.notNull().primaryKey())
    .$call(text("content", "kept_at"))
    .$call(textOrNull("version", "package", "taken_down_at", "takedown_reason"))
    .execute();
});
