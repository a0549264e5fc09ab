import { sql } from "kysely";
import { migration } from "../../../platform/store/migration.ts";
import type { Db } from "../../../access/store/schema.ts";
import { noteChanges } from "./note.ts";
import { numberChanges, OWN_NAMES } from "./number.ts";
import { integer, uniqueIndex } from "../../../platform/store/columns.ts";

/** The order in which extensions changed, for mirrors; those there are count as changed by name. */
export const mirror = migration(async (db: Db) => {
  await db.schema.createTable("index_change")
    .addColumn("name", "text", (column) => column.primaryKey())
    .$call(integer("serial", "removed"))
    .execute();
  await uniqueIndex(db, "index_change", "index_change_by_serial", "serial");
  await db.schema.createTable("index_pending")
    .addColumn("extension_id", "text", (column) => column.notNull())
    .execute();
  await db.schema.createTable("index_serial")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("value", "integer", (column) => column.notNull())
    .execute();
  await noteChanges(db, sql<boolean>`true`);
  await numberChanges(db, OWN_NAMES);
});
