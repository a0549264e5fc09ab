import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny } from "../../platform/store/references.ts";

/** People, their credentials, collectives and collective tokens. */
export const identity = migration(async (db) => {
  await db.schema.createTable("user")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("email", "text", (c) => c.notNull())
    .addColumn("emailVerified", "integer", (c) => c.notNull())
    .addColumn("image", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("username", "text", (c) => c.unique())
    .addColumn("displayUsername", "text")
    .execute();
  // Several accounts may give the same: no address is proven, so refusing one that is taken would
  // tell strangers whose are known, and let anybody take somebody else's.
  await db.schema.createIndex("user_email").on("user").column("email").execute();

  await db.schema.createTable("session")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("ipAddress", "text")
    .addColumn("userAgent", "text")
    .addColumn("userId", "text", cascade("user.id"))
    .execute();
  await db.schema.createIndex("session_userId_idx").on("session").column("userId").execute();

  await db.schema.createTable("account")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("providerId", "text", (c) => c.notNull())
    .addColumn("userId", "text", cascade("user.id"))
    .addColumn("accessToken", "text")
    .addColumn("refreshToken", "text")
    .addColumn("idToken", "text")
    .addColumn("accessTokenExpiresAt", "text")
    .addColumn("refreshTokenExpiresAt", "text")
    .addColumn("scope", "text")
    .addColumn("password", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("account_userId_idx").on("account").column("userId").execute();

  await db.schema.createTable("verification")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("identifier", "text", (c) => c.notNull())
    .addColumn("value", "text", (c) => c.notNull())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("verification_identifier_idx").on("verification")
    .column("identifier").execute();

  await db.schema.createTable("deviceCode")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("deviceCode", "text", (c) => c.notNull())
    .addColumn("userCode", "text", (c) => c.notNull())
    .addColumn("userId", "text")
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("lastPolledAt", "text")
    .addColumn("pollingInterval", "integer")
    .addColumn("clientId", "text")
    .addColumn("scope", "text")
    .addColumn("resources", "text")
    .addColumn("referenceId", "text")
    .execute();
  await db.schema.createIndex("deviceCode_deviceCode_uidx").on("deviceCode")
    .column("deviceCode").unique().execute();
  await db.schema.createIndex("deviceCode_userCode_uidx").on("deviceCode")
    .column("userCode").unique().execute();

  await db.schema.createTable("apikey")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("configId", "text", (c) => c.notNull())
    .addColumn("name", "text")
    .addColumn("start", "text")
    .addColumn("referenceId", "text", cascade("user.id"))
    .addColumn("prefix", "text")
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("refillInterval", "integer")
    .addColumn("refillAmount", "integer")
    .addColumn("lastRefillAt", "text")
    .addColumn("enabled", "integer")
    .addColumn("rateLimitEnabled", "integer")
    .addColumn("rateLimitTimeWindow", "integer")
    .addColumn("rateLimitMax", "integer")
    .addColumn("requestCount", "integer")
    .addColumn("remaining", "integer")
    .addColumn("lastRequest", "text")
    .addColumn("expiresAt", "text")
    .addColumn("createdAt", "text", (c) => c.notNull())
    .addColumn("updatedAt", "text", (c) => c.notNull())
    .addColumn("permissions", "text")
    .addColumn("metadata", "text")
    .execute();
  await db.schema.createIndex("apikey_configId_idx").on("apikey").column("configId").execute();
  await db.schema.createIndex("apikey_referenceId_idx").on("apikey").column("referenceId")
    .execute();
  await db.schema.createIndex("apikey_key_idx").on("apikey").column("key").unique().execute();

  await db.schema.createTable("exchange_session")
    .addColumn("token_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("key_id", "text", cascade("apikey.id"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
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
    .addColumn("personal", "integer", (c) => c.notNull())
    .addColumn("private", "integer", (c) => c.notNull())
    .addColumn("hide_issues_by_default", "integer", (c) => c.notNull())
    .addColumn("hide_members_from_public", "integer", (c) => c.notNull())
    .addColumn("plan", "text", (c) => c.notNull())
    .addColumn("subscription_status", "text")
    .addColumn("trial_started_at", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addColumn("deleted_at", "text")
    .execute();

  await db.schema.createTable("collective_member")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("collective_id", "text", cascade("collective.id"))
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
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
    .addColumn("invitee", "text", (c) => c.notNull())
    .addColumn("role", "text", (c) => c.notNull())
    .addColumn("invited_by", "text", cascade("user.id"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("expires_at", "text", (c) => c.notNull())
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
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("key_prefix", "text", (c) => c.notNull())
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("scopes", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("expires_at", "text")
    .addColumn("created_by", "text", (c) => c.notNull())
    .addColumn("created_at", "text", (c) => c.notNull())
    .addColumn("last_used_at", "text")
    .addColumn("created_with", "text")
    .addColumn("created_key_id", "text")
    .addColumn("created_key_name", "text")
    .execute();
  await db.schema.createIndex("collective_token_created_key").on("collective_token")
    .column("created_key_id").execute();
  await db.schema.createIndex("collective_token_collective").on("collective_token")
    .columns(["collective_id", "created_at"]).execute();
});
