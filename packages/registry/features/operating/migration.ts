import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What an operator decides: accounts that are disabled, extensions and versions taken down. */
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
    for (const table of ["extension", "extension_version"] as const) {
      await db.schema.alterTable(table).addColumn("taken_down_at", "text").execute();
      await db.schema.alterTable(table).addColumn("takedown_reason", "text").execute();
    }
  },
};
