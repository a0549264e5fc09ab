import { migration } from "../../platform/store/migration.ts";
import { cascade, setNull } from "../../platform/store/references.ts";
import { index, text } from "../../platform/store/columns.ts";

/** The history of plans. */
export const billing = migration(async (db) => {
  await db.schema.createTable("billing_change")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("collective_id", "text", cascade("collective.id"))
    .addColumn("author_user_id", "text", setNull("user.id"))
    .addColumn("author_collective_id", "text", setNull("collective.id"))
    .$call(text("from_plan", "to_plan"))
    .addColumn("status", "text")
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("reference", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await index(db, "billing_change", "billing_change_collective", "collective_id", "created_at");
});
