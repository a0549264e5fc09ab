import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The history of plans. */
export const billing: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("billing_change")
      .addColumn("id", "text", (c) => c.notNull().primaryKey())
      .addColumn(
        "collective_id",
        "text",
        (c) => c.notNull().references("collective.id").onDelete("cascade"),
      )
      .addColumn("author_user_id", "text", (c) => c.references("user.id").onDelete("set null"))
      .addColumn(
        "author_collective_id",
        "text",
        (c) => c.references("collective.id").onDelete("set null"),
      )
      .addColumn("from_plan", "text", (c) => c.notNull())
      .addColumn("to_plan", "text", (c) => c.notNull())
      .addColumn("status", "text")
      .addColumn("provider", "text", (c) => c.notNull())
      .addColumn("reference", "text")
      .addColumn("created_at", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("billing_change_collective").on("billing_change")
      .columns(["collective_id", "created_at"]).execute();
  },
};
