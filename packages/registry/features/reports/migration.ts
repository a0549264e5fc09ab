import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { setNull } from "../../platform/store/references.ts";
import { text, textOrNull } from "../../platform/store/columns.ts";

/** Reports about extensions. A person has one open report about an extension at most. */
export const reports = migration(async (db) => {
  await db.schema.createTable("report")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("extension_id", "text", (column) => column.notNull().references("extension.id"))
    .addColumn("version", "text")
    .$call(text("category", "text"))
    .addColumn("reporter_user_id", "text", setNull("user.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .$call(textOrNull("closed_at", "note"))
    .execute();
  await db.schema.createIndex("report_open_once").unique().on("report")
    .columns(["extension_id", "reporter_user_id"]).where(sql.ref("closed_at"), "is", null)
    .execute();
  await db.schema.createIndex("report_of_reporter").on("report").column("reporter_user_id")
    .where(sql.ref("reporter_user_id"), "is not", null).execute();
});
