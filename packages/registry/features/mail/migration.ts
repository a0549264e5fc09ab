import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny } from "../../platform/store/references.ts";
import { index, text, textOrNull } from "../../platform/store/columns.ts";

/** Mails to go out, and links that act for an account once. */
export const mail = migration(async (db) => {
  await db.schema.createTable("mail")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("user_id", "text", cascadeIfAny("user.id"))
    .$call(text("address", "data", "created_at"))
    .$call(textOrNull("sent_at", "failed_at", "reason"))
    .execute();
  await index(db, "mail", "mail_address", "address", "created_at");
  await index(db, "mail", "mail_user", "user_id", "created_at");

  await db.schema.createTable("account_link")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("user_id", "text", cascade("user.id"))
    .$call(textOrNull("address", "password"))
    .$call(text("created_at", "expires_at"))
    .execute();
  await index(db, "account_link", "account_link_user", "user_id", "kind", "created_at");
});

/** The domains of confirmed addresses, and since when they are gone. */
export const mailDomains = migration(async (db) => {
  await db.schema.createTable("mail_domain")
    .addColumn("domain", "text", (c) => c.notNull().primaryKey())
    .addColumn("checked_at", "text", (c) => c.notNull().defaultTo(""))
    .addColumn("gone_since", "text")
    .execute();
});
