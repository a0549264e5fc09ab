import { migration } from "../../../platform/store/migration.ts";
import { index, integer, text, textOrNull } from "../../../platform/store/columns.ts";

/** Extensions, versions, uploads and the record of who changed what. */
export const extensions = migration(async (db) => {
  await db.schema.createTable("extension")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull().unique())
    .$call(text("collective_id", "description"))
    .$call(textOrNull("repository", "homepage", "license"))
    .$call(text("platforms", "labels", "dependencies", "content_types", "content_names"))
    .$call(textOrNull("latest_stable", "latest_rc", "latest_beta", "author_user_id"))
    .$call(text("created_at", "updated_at"))
    .$call(textOrNull("yanked_at", "yank_reason", "deprecated_at", "deprecated_by_user_id"))
    .$call(textOrNull("deprecation_reason", "superseded_by"))
    .addColumn("repository_verified", "integer")
    .$call(textOrNull("repository_verified_at", "repository_verified_url", "verification"))
    .addColumn("pull_count", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("repository_generation", "integer", (column) => column.notNull().defaultTo(0))
    .$call(textOrNull("record_version_id", "author_collective_id"))
    .addColumn("score", "integer")
    .$call(textOrNull("permissions", "taken_down_at", "takedown_reason", "contents"))
    .execute();
  await index(db, "extension", "extension_by_collective", "collective_id", "name");
  await index(db, "extension", "extension_by_repository", "repository");
  await index(db, "extension", "extension_by_update", "updated_at");
  await index(db, "extension", "extension_by_creation", "created_at", "number");

  await db.schema.createTable("extension_version")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("extension_id", "text", (column) => column.notNull().references("extension.id"))
    .$call(text("version", "sort_key", "channel", "checksum"))
    .$call(integer("packed_bytes", "unpacked_bytes", "file_count"))
    .$call(text("manifest", "descriptor"))
    .$call(textOrNull("readme", "release_notes"))
    .addColumn("rubric_version", "integer", (column) => column.notNull())
    .$call(text("facts", "trust"))
    .addColumn("verified_by_svc", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("published_at", "text", (column) => column.notNull())
    .$call(textOrNull("published_by_user_id", "published_by_token_id", "yanked_at", "yank_reason"))
    .addColumn("score_generation", "integer", (column) => column.notNull().defaultTo(0))
    .$call(textOrNull("taken_down_at", "takedown_reason"))
    .addUniqueConstraint("extension_version_once", ["extension_id", "version"])
    .execute();
  await index(db, "extension_version", "extension_version_in_order", "extension_id", "sort_key");
  await index(db, "extension_version", "extension_version_by_checksum", "checksum");

  await db.schema.createTable("upload")
    .addColumn("id", "text", (column) => column.primaryKey())
    .$call(text("name", "version", "actor", "announcement"))
    .addColumn("checksum", "text")
    .addColumn("bytes", "integer")
    .$call(text("created_at", "expires_at"))
    .execute();
  await index(db, "upload", "upload_by_announcement", "name", "version", "actor");

  await db.schema.createTable("audit_event")
    .addColumn("id", "text", (column) => column.primaryKey())
    .$call(text("at", "action", "collective_id"))
    .$call(textOrNull("extension_id", "actor_user_id", "actor_token_id"))
    .$call(text("credential", "details"))
    .execute();
  await index(db, "audit_event", "audit_event_by_extension", "extension_id", "at");
});
