import { migration } from "../../platform/store/migration.ts";
import { keyOf } from "../../platform/store/references.ts";

/** Accounts in which little may be changed for some days, as their factor was gone around. */
export const hold = migration(async (db) => {
  await db.schema.createTable("account_hold")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("began_at", "text", (c) => c.notNull())
    .addColumn("until", "text", (c) => c.notNull())
    .addColumn("former", "text", (c) => c.notNull())
    .execute();
});
