import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny, keyOf } from "../../platform/store/references.ts";

/** Passkeys of accounts, and the challenges they answer. */
export const passkey = migration(async (db) => {
  await db.schema.createTable("passkey")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("credential_id", "text", (c) => c.notNull().unique())
    .addColumn("public_key", "text", (c) => c.notNull())
    // Four bytes without a sign: more than an integer of Postgres holds.
    .addColumn("counter", "bigint", (c) => c.notNull())
    .addColumn("transports", "text", (c) => c.notNull())
    .addColumn("synced", "integer", (c) => c.notNull())
    .addColumn("aaguid", "text", (c) => c.notNull())
    .addColumn("rp_id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("last_used_at", "text")
    .execute();
  await db.schema.createIndex("passkey_of_user").on("passkey").column("user_id").execute();
  await db.schema.createTable("passkey_account")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("handle", "text", (c) => c.notNull().unique())
    .execute();
  await db.schema.createTable("proof_challenge")
    .addColumn("id_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", "text", cascadeIfAny("user.id"))
    .addColumn("session_id", "text", cascadeIfAny("session.id"))
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("challenge", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("proof_challenge_of_user").on("proof_challenge").column("user_id")
    .execute();
  await db.schema.createIndex("proof_challenge_of_session").on("proof_challenge")
    .column("session_id").execute();
  await db.schema.createIndex("proof_challenge_expiry").on("proof_challenge")
    .column("expires_at").execute();
});
