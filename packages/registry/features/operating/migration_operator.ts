import { migration } from "../../platform/store/migration.ts";
import { keyOf } from "../../platform/store/references.ts";

/** Accounts of the registry's operators. */
export const operators = migration(async (db) => {
  await db.schema.createTable("operator_user")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
});
