import { migration } from "../../platform/store/migration.ts";
import { cascade, setNull } from "../../platform/store/references.ts";
import { text, textOrNull } from "../../platform/store/columns.ts";

/** Publishers, what they were used for, and who may publish where. */
export const publishing = migration(async (db) => {
  await db.schema.createTable("publishing_issuer")
    .addColumn("url", "text", (c) => c.notNull().primaryKey())
    .$call(text("keys", "fetched_at"))
    .execute();
  await db.schema.createTable("publisher")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("collective_id", "text", (c) => c.notNull().references("collective.id"))
    .$call(text("extension_name", "provider", "issuer", "names", "place"))
    .$call(textOrNull("ids", "id_place", "ids_learned_at", "renamed", "workflow", "reusable"))
    .$call(textOrNull("environment"))
    .$call(text("ref_rule", "events", "runner_rule", "actions"))
    .addColumn("created_by", "text", setNull("user.id"))
    .addColumn("created_at", "text", (c) => c.notNull())
    .$call(textOrNull("last_used_at", "last_run", "disabled_at", "disabled_reason", "warned_at"))
    .$call(textOrNull("seen"))
    .execute();
  await db.schema.createIndex("publisher_by_place").on("publisher").columns(["issuer", "place"])
    .execute();
  await db.schema.createIndex("publisher_by_ids").on("publisher").columns(["issuer", "id_place"])
    .execute();
  await db.schema.createIndex("publisher_of_collective").on("publisher")
    .columns(["collective_id", "extension_name"]).execute();
  await db.schema.createIndex("publisher_of_created_by").on("publisher").column("created_by")
    .execute();
  await db.schema.createTable("publisher_seen")
    .$call(text("issuer", "token_digest"))
    .addColumn("jti", "text")
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("publisher_seen_pk", ["issuer", "token_digest"])
    .execute();
  await db.schema.createIndex("publisher_seen_jti").unique().on("publisher_seen")
    .columns(["issuer", "jti"]).execute();
  await db.schema.createIndex("publisher_seen_expiry").on("publisher_seen").column("expires_at")
    .execute();
  await db.schema.createTable("publish_token")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .$call(text("run", "created_at", "expires_at"))
    .addColumn("revoked_at", "text")
    .execute();
  await db.schema.createIndex("publish_token_expiry").on("publish_token").column("expires_at")
    .execute();
  await db.schema.createTable("publish_use")
    .addColumn("token_id", "text", cascade("publish_token.id"))
    .addColumn("extension_name", "text", (c) => c.notNull())
    .addColumn("publisher_id", "text", cascade("publisher.id"))
    .$call(textOrNull("version", "confirmed_at"))
    .addPrimaryKeyConstraint("publish_use_pk", ["token_id", "extension_name"])
    .execute();
  await db.schema.createIndex("publish_use_of_publisher").on("publish_use").column("publisher_id")
    .execute();
});

/** Whether keys may publish, and which run published a version. */
export const publishingSettings = migration(async (db) => {
  for (const table of ["collective", "extension"]) {
    await db.schema.alterTable(table)
      .addColumn("publishing", "text", (c) => c.notNull().defaultTo("any")).execute();
  }
  await db.schema.alterTable("extension_version").addColumn("published_by_run", "text").execute();
});
