import { migration } from "../../platform/store/migration.ts";
import { keyOf } from "../../platform/store/references.ts";

/** Accounts that the operator disabled. */
export const operating = migration(async (db) => {
  await db.schema.createTable("disabled_user")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .execute();
});
