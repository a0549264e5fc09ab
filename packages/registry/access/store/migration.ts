import type { Kysely } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { cascade, cascadeIfAny } from "../../platform/store/references.ts";
import {
  index,
  integer,
  integerOrNull,
  text,
  textOrNull,
  uniqueIndex,
} from "../../platform/store/columns.ts";

/** People, their credentials, collectives and collective tokens. */
export const identity = migration(async (db) => {
  await createUsers(db, "user");
  // Several accounts may give the same: no address is proven, so refusing one that is taken would
  // tell strangers whose are known, and let anybody take somebody else's.
  await index(db, "user", "user_email", "email");

  await db.schema.createTable("session")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("expiresAt", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .$call(text("createdAt", "updatedAt"))
    .$call(textOrNull("ipAddress", "userAgent"))
    .addColumn("userId", "text", cascade("user.id"))
    .execute();
  await index(db, "session", "session_userId_idx", "userId");

  await db.schema.createTable("account")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .$call(text("accountId", "providerId"))
    .addColumn("userId", "text", cascade("user.id"))
    .$call(textOrNull("accessToken", "refreshToken", "idToken", "accessTokenExpiresAt"))
    .$call(textOrNull("refreshTokenExpiresAt", "scope", "password"))
    .$call(text("createdAt", "updatedAt"))
    .execute();
  await index(db, "account", "account_userId_idx", "userId");

  await db.schema.createTable("verification")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .$call(text("identifier", "value", "expiresAt", "createdAt", "updatedAt"))
    .execute();
  await index(db, "verification", "verification_identifier_idx", "identifier");

  await db.schema.createTable("deviceCode")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .$call(text("deviceCode", "userCode"))
    .addColumn("userId", "text")
    .$call(text("expiresAt", "status"))
    .addColumn("lastPolledAt", "text")
    .addColumn("pollingInterval", "integer")
    .$call(textOrNull("clientId", "scope", "resources", "referenceId"))
    .execute();
  await uniqueIndex(db, "deviceCode", "deviceCode_deviceCode_uidx", "deviceCode");
  await uniqueIndex(db, "deviceCode", "deviceCode_userCode_uidx", "userCode");

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
  await index(db, "apikey", "apikey_configId_idx", "configId");
  await index(db, "apikey", "apikey_referenceId_idx", "referenceId");
  await uniqueIndex(db, "apikey", "apikey_key_idx", "key");

  await db.schema.createTable("exchange_session")
    .addColumn("token_hash", "text", (c) => c.notNull().primaryKey())
    .addColumn("key_id", "text", cascade("apikey.id"))
    .$call(text("created_at", "expires_at"))
    .execute();
  await index(db, "exchange_session", "exchange_session_key", "key_id");
  await index(db, "exchange_session", "exchange_session_expiry", "expires_at");

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
  await index(db, "collective_member", "collective_member_user", "user_id");
  await index(
    db,
    "collective_member",
    "collective_member_page",
    "collective_id",
    "created_at",
    "id",
  );

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
  await uniqueIndex(db, "collective_invitation", "collective_invitation_token", "token_hash");
  await index(db, "collective_invitation", "collective_invitation_user", "user_id");

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
  await index(db, "collective_token", "collective_token_created_key", "created_key_id");
  await index(db, "collective_token", "collective_token_collective", "collective_id", "created_at");
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
