import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny } from "../../platform/store/references.ts";

/** Mails to go out, and links that act for an account once. */
export const mail = migration(async (db) => {
  await db.schema.createTable("mail")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("user_id", "text", cascadeIfAny("user.id"))
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("data", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("sent_at", "text")
    .addColumn("failed_at", "text")
    .addColumn("reason", "text")
    .execute();
  await db.schema.createIndex("mail_address").on("mail").columns(["address", "created_at"])
    .execute();
  await db.schema.createIndex("mail_user").on("mail").columns(["user_id", "created_at"])
    .execute();

  await db.schema.createTable("account_link")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("address", "text")
    .addColumn("password", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("account_link_user").on("account_link")
    .columns(["user_id", "kind", "created_at"]).execute();
});

/** The domains of confirmed addresses, and since when they are gone. */
export const mailDomains = migration(async (db) => {
  await db.schema.createTable("mail_domain")
    .addColumn("domain", "text", (c) => c.notNull().primaryKey())
    .addColumn("checked_at", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("gone_since", "text")
    .execute();
});
