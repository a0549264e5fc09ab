import { migration } from "../../platform/store/migration.ts";
import { cascade, setNull } from "../../platform/store/references.ts";
import { index, text, textOrNull, uniqueIndex } from "../../platform/store/columns.ts";

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
  await index(db, "publisher", "publisher_by_place", "issuer", "place");
  await index(db, "publisher", "publisher_by_ids", "issuer", "id_place");
  await index(db, "publisher", "publisher_of_collective", "collective_id", "extension_name");
  await index(db, "publisher", "publisher_of_created_by", "created_by");
  await db.schema.createTable("publisher_seen")
    .$call(text("issuer", "token_digest"))
    .addColumn("jti", "text")
    .addColumn("expires_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("publisher_seen_pk", ["issuer", "token_digest"])
    .execute();
  await uniqueIndex(db, "publisher_seen", "publisher_seen_jti", "issuer", "jti");
  await index(db, "publisher_seen", "publisher_seen_expiry", "expires_at");
  await db.schema.createTable("publish_token")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .$call(text("run", "created_at", "expires_at"))
    .addColumn("revoked_at", "text")
    .execute();
  await index(db, "publish_token", "publish_token_expiry", "expires_at");
  await db.schema.createTable("publish_use")
    .addColumn("token_id", "text", cascade("publish_token.id"))
    .addColumn("extension_name", "text", (c) => c.notNull())
    .addColumn("publisher_id", "text", cascade("publisher.id"))
    .$call(textOrNull("version", "confirmed_at"))
    .addPrimaryKeyConstraint("publish_use_pk", ["token_id", "extension_name"])
    .execute();
  await index(db, "publish_use", "publish_use_of_publisher", "publisher_id");
});

/** Whether keys may publish, and which run published a version. */
export const publishingSettings = migration(async (db) => {
  for (const table of ["collective", "extension"]) {
    await db.schema.alterTable(table)
      .addColumn("publishing", "text", (c) => c.notNull().defaultTo("any")).execute();
  }
  await db.schema.alterTable("extension_version").addColumn("published_by_run", "text").execute();
});
