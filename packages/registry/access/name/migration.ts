import { migration } from "../../platform/store/migration.ts";
import { storedSkeleton } from "./stored_skeleton.ts";
import { index, text } from "../../platform/store/columns.ts";

/** Names that the operator reserved or freed. */
export const nameDecisions = migration(async (db) => {
  await db.schema.createTable("name_decision")
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .$call(text("skeleton", "standing"))
    .addColumn("reason", "text")
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await index(db, "name_decision", "name_decision_by_skeleton", "skeleton");
});

/** Finds the extensions that are named alike, in whatever collective. */
export const skeletons = migration(async (db) => {
  await db.schema.createIndex("extension_by_skeleton").on("extension")
    .expression(storedSkeleton(db, "name")).execute();
});
