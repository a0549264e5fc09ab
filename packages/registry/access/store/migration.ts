import type { Kysely } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny } from "../../platform/store/references.ts";
import { integer, integerOrNull, text, textOrNull } from "../../platform/store/columns.ts";

/** People, their credentials, collectives and collective tokens. */
export const identity = migration(async (db) => {
  await createUsers(db, "user");
  // Several accounts may give the same: no address is proven, so refusing one that is taken would
  // tell strangers whose are known, and let anybody take somebody else's.
  await db.schema.createIndex("user_email").on("user").column("email").execute();

  await db.schema.createTable("session")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .$call(text("createdAt", "updatedAt"))
    .$call(textOrNull("ipAddress", "userAgent"))
    .addColumn("userId", "text", cascade("user.id"))
    .execute();
  await db.schema.createIndex("session_userId_idx").on("session").column("userId").execute();

  await db.schema.createTable("account")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .$call(text("accountId", "providerId"))
    .addColumn("userId", "text", cascade("user.id"))
    .$call(textOrNull("accessToken", "refreshToken", "idToken", "accessTokenExpiresAt"))
    .$call(textOrNull("refreshTokenExpiresAt", "scope", "password"))
    .$call(text("createdAt", "updatedAt"))
    .execute();
  await db.schema.createIndex("account_userId_idx").on("account").column("userId").execute();

  await db.schema.createTable("verification")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .$call(text("identifier", "value", "expiresAt", "createdAt", "updatedAt"))
    .execute();
  await db.schema.createIndex("verification_identifier_idx").on("verification")
    .column("identifier").execute();

  await db.schema.createTable("deviceCode")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .$call(text("deviceCode", "userCode"))
    .addColumn("userId", "text")
    .$call(text("expiresAt", "status"))
    .addColumn("lastPolledAt", "text")
    .addColumn("pollingInterval", "integer")
    .$call(textOrNull("clientId", "scope", "resources", "referenceId"))
    .execute();
  await db.schema.createIndex("deviceCode_deviceCode_uidx").on("deviceCode")
    .column("deviceCode").unique().execute();
  await db.schema.createIndex("deviceCode_userCode_uidx").on("deviceCode")
    .column("userCode").unique().execute();

  await db.schema.createTable("apikey")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("configId", "text", (c) => c.notNull())
    .$call(textOrNull("name", "start"))
    .addColumn("referenceId", "text", cascade("user.id"))
    .addColumn("prefix", "text")
    .addColumn("key", "text", (c) => c.notNull())
    .$call(integerOrNull("refillInterval", "refillAmount"))
    .addColumn("lastRefillAt", "text")
    .$call(integerOrNull("enabled", "rateLimitEnabled", "rateLimitTimeWindow", "rateLimitMax"))
    .$call(integerOrNull("requestCount", "remaining"))
    .$call(textOrNull("lastRequest", "expiresAt"))
    .$call(text("createdAt", "updatedAt"))
    .$call(textOrNull("permissions", "metadata"))
    .execute();
  await db.schema.createIndex("apikey_configId_idx").on("apikey").column("configId").execute();
  await db.schema.createIndex("apikey_referenceId_idx").on("apikey").column("referenceId")
    .execute();
  await db.schema.createIndex("apikey_key_idx").on("apikey").column("key").unique().execute();

  await db.schema.createTable("exchange_session")
    .addColumn("token_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("key_id", "text", cascade("apikey.id"))
    .$call(text("created_at", "expires_at"))
    .execute();
  await db.schema.createIndex("exchange_session_key").on("exchange_session").column("key_id")
    .execute();
  await db.schema.createIndex("exchange_session_expiry").on("exchange_session")
    .column("expires_at").execute();

  await db.schema.createTable("collective")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("slug_skeleton", "text", (c) => c.notNull().unique())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("description", "text")
    .$call(integer("personal", "private", "hide_issues_by_default", "hide_members_from_public"))
    .addColumn("plan", "text", (c) => c.notNull())
    .$call(textOrNull("subscription_status", "trial_started_at"))
    .$call(text("created_at", "updated_at"))
    .addColumn("deleted_at", "text")
    .execute();

  await db.schema.createTable("collective_member")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("collective_id", "text", cascade("collective.id"))
    .addColumn("user_id", "text", cascade("user.id"))
    .$call(text("role", "created_at"))
    .addUniqueConstraint("collective_member_once", ["collective_id", "user_id"])
    .execute();
  await db.schema.createIndex("collective_member_user").on("collective_member")
    .column("user_id").execute();
  await db.schema.createIndex("collective_member_page").on("collective_member")
    .columns(["collective_id", "created_at", "id"]).execute();

  await db.schema.createTable("collective_invitation")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("collective_id", "text", cascade("collective.id"))
    .addColumn("user_id", "text", cascadeIfAny("user.id"))
    .addColumn("email", "text")
    .$call(text("invitee", "role"))
    .addColumn("invited_by", "text", cascade("user.id"))
    .$call(text("created_at", "expires_at"))
    .addColumn("token_hash", "text")
    .addUniqueConstraint("collective_invitation_once", ["collective_id", "invitee"])
    .execute();
  await db.schema.createIndex("collective_invitation_token").on("collective_invitation")
    .column("token_hash").unique().execute();
  await db.schema.createIndex("collective_invitation_user").on("collective_invitation")
    .column("user_id").execute();

  await db.schema.createTable("collective_token")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("collective_id", "text", cascade("collective.id"))
    .$call(text("name", "key_prefix"))
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("expires_at", "text")
    .$call(text("created_by", "created_at"))
    .$call(textOrNull("last_used_at", "created_with", "created_key_id", "created_key_name"))
    .execute();
  await db.schema.createIndex("collective_token_created_key").on("collective_token")
    .column("created_key_id").execute();
  await db.schema.createIndex("collective_token_collective").on("collective_token")
    .columns(["collective_id", "created_at"]).execute();
});

export async function createUsers(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema.createTable(table)
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .$call(text("name", "email"))
    .addColumn("emailVerified", "integer", (c) => c.notNull())
    .addColumn("image", "text")
    .$call(text("createdAt", "updatedAt"))
    .addColumn("username", "text", (c) => c.unique())
    .addColumn("displayUsername", "text")
    .execute();
}
