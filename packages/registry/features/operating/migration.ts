import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Accounts that the operator disabled. */
export const operating: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("disabled_user")
      .addColumn(
        "user_id",
        "text",
        (column) => column.primaryKey().references("user.id").onDelete("cascade"),
      )
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .execute();
  },
};
