import { sql } from "kysely";
import { migration } from "../../../platform/store/migration.ts";

/** What the operator keeps people from: as what, why, and on whose word. */
export const restrictions = migration(async (db) => {
  for (const table of ["extension", "extension_version"]) {
    for (const column of ["takedown_kind", "takedown_category", "takedown_by"]) {
      await db.schema.alterTable(table).addColumn(column, "text").execute();
    }
    await db.schema.createIndex(`${table}_restricted`).on(table).column("taken_down_at")
      .where(sql.ref("taken_down_at"), "is not", null).execute();
  }
  await db.schema.alterTable("extension_version").addColumn("takedown_record", "text").execute();
});
