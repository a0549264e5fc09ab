import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny, keyOf } from "../../platform/store/references.ts";
import { index, integer, text } from "../../platform/store/columns.ts";

/** Second factors of accounts, and when sessions were proved. */
export const factor = migration(async (db) => {
  await db.schema.createTable("totp")
    .addColumn("user_id", "text", keyOf("user.id"))
    .$call(text("secret", "added_at"))
    .$call(integer("last_step", "failures"))
    .addColumn("locked_until", "text")
    .execute();
  await db.schema.createTable("recovery_code")
    .addColumn("code_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await index(db, "recovery_code", "recovery_code_of_user", "user_id");
  await db.schema.createTable("session_proof")
    .addColumn("session_id", "text", keyOf("session.id"))
    .$call(text("method", "proved_at"))
    .execute();
  await db.schema.createTable("pending_sign_in")
    .addColumn("token_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("password_digest", "text", (c) => c.notNull())
    .$call(integer("remember", "tries"))
    .addColumn("expires_at", "text", (c) => c.notNull())
    .execute();
  await index(db, "pending_sign_in", "pending_sign_in_of_user", "user_id");
});

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
    .$call(text("aaguid", "rp_id", "name", "created_at"))
    .addColumn("last_used_at", "text")
    .execute();
  await index(db, "passkey", "passkey_of_user", "user_id");
  await db.schema.createTable("passkey_account")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("handle", "text", (c) => c.notNull().unique())
    .execute();
  await db.schema.createTable("proof_challenge")
    .addColumn("id_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("user_id", "text", cascadeIfAny("user.id"))
    .addColumn("session_id", "text", cascadeIfAny("session.id"))
    .$call(text("purpose", "challenge", "expires_at"))
    .execute();
  await index(db, "proof_challenge", "proof_challenge_of_user", "user_id");
  await index(db, "proof_challenge", "proof_challenge_of_session", "session_id");
  await index(db, "proof_challenge", "proof_challenge_expiry", "expires_at");
});

/** Collectives whose members need a second factor to change anything. */
export const secondFactor = migration(async (db) => {
  await db.schema.alterTable("collective")
    .addColumn("second_factor_required", "integer", (c) => c.notNull().defaultTo(0)).execute();
});

/** Accounts in which little may be changed for some days, as their factor was gone around. */
export const hold = migration(async (db) => {
  await db.schema.createTable("account_hold")
    .addColumn("user_id", "text", keyOf("user.id"))
    .$call(text("reason", "began_at", "until", "former"))
    .execute();
});

/** Clients and networks that accounts were signed in to with. */
export const device = migration(async (db) => {
  await db.schema.createTable("account_device")
    .addColumn("user_id", "text", cascade("user.id"))
    .$call(text("client", "network", "seen_at"))
    .addPrimaryKeyConstraint("account_device_key", ["user_id", "client", "network"])
    .execute();
});
