import { migration } from "../../platform/store/migration.ts";

/** The domains of confirmed addresses, and since when they are gone. */
export const mailDomains = migration(async (db) => {
  await db.schema.createTable("mail_domain")
    .addColumn("domain", "text", (c) => c.notNull().primaryKey())
    .addColumn("checked_at", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("gone_since", "text")
    .execute();
});
