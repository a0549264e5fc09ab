import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Accounts of the registry's operators. */
export const operators: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("operator_user")
      .addColumn(
        "user_id",
        "text",
        (column) => column.primaryKey().references("user.id").onDelete("cascade"),
      )
      .addColumn("at", "text", (column) => column.notNull())
      .execute();
  },
};
