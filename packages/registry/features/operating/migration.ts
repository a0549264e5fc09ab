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

/** Accounts of the registry's operators. */
export const operators = migration(async (db) => {
  await db.schema.createTable("operator_user")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
});

/** Collectives that the operator suspended. */
export const suspension = migration(async (db) => {
  for (const column of ["suspended_at", "suspended_reason"]) {
    await db.schema.alterTable("collective").addColumn(column, "text").execute();
  }
});
