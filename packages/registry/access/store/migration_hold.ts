import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Accounts in which little may be changed for some days, as their factor was gone around. */
export const hold: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("account_hold")
      .addColumn("user_id", "text", (c) => c.primaryKey().references("user.id").onDelete("cascade"))
      .addColumn("reason", "text", (c) => c.notNull())
      .addColumn("began_at", "text", (c) => c.notNull())
      .addColumn("until", "text", (c) => c.notNull())
      .addColumn("former", "text", (c) => c.notNull())
      .execute();
  },
};
