import { migration } from "../../platform/store/migration.ts";
import { cascade, keyOf } from "../../platform/store/references.ts";

/** Second factors of accounts, and when sessions were proved. */
export const factor = migration(async (db) => {
  await db.schema.createTable("totp")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("secret", "text", (c) => c.notNull())
    .addColumn("added_at", "text", (c) => c.notNull())
    .addColumn("last_step", "integer", (c) => c.notNull())
    .addColumn("failures", "integer", (c) => c.notNull())
    .addColumn("locked_until", "text")
    .execute();
  await db.schema.createTable("recovery_code")
    .addColumn("code_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("recovery_code_of_user").on("recovery_code").column("user_id")
    .execute();
  await db.schema.createTable("session_proof")
    .addColumn("session_id", "text", keyOf("session.id"))
    .addColumn("method", "text", (c) => c.notNull())
    .addColumn("proved_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createTable("pending_sign_in")
    .addColumn("token_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("password_digest", "text", (c) => c.notNull())
    .addColumn("remember", "integer", (c) => c.notNull())
    .addColumn("tries", "integer", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("pending_sign_in_of_user").on("pending_sign_in").column("user_id")
    .execute();
});
