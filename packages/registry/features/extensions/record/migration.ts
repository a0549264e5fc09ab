import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Extensions, versions, uploads and the record of who changed what. */
export const extensions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("extension")
      .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
      .addColumn("id", "text", (column) => column.notNull().unique())
      .addColumn("name", "text", (column) => column.notNull().unique())
      .addColumn("collective_id", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("repository", "text")
      .addColumn("homepage", "text")
      .addColumn("license", "text")
      .addColumn("platforms", "text", (column) => column.notNull())
      .addColumn("labels", "text", (column) => column.notNull())
      .addColumn("dependencies", "text", (column) => column.notNull())
      .addColumn("content_types", "text", (column) => column.notNull())
      .addColumn("content_names", "text", (column) => column.notNull())
      .addColumn("latest_stable", "text")
      .addColumn("latest_rc", "text")
      .addColumn("latest_beta", "text")
      .addColumn("author_user_id", "text")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("updated_at", "text", (column) => column.notNull())
      .addColumn("yanked_at", "text")
      .addColumn("yank_reason", "text")
      .addColumn("deprecated_at", "text")
      .addColumn("deprecated_by_user_id", "text")
      .addColumn("deprecation_reason", "text")
      .addColumn("superseded_by", "text")
      .addColumn("repository_verified", "integer")
      .addColumn("repository_verified_at", "text")
      .addColumn("repository_verified_url", "text")
      .addColumn("verification", "text")
      .addColumn("pull_count", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("repository_generation", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("record_version_id", "text")
      .addColumn("author_collective_id", "text")
      .addColumn("score", "integer")
      .addColumn("permissions", "text")
      .addColumn("taken_down_at", "text")
      .addColumn("takedown_reason", "text")
      .addColumn("contents", "text")
      .execute();
    await db.schema.createIndex("extension_by_collective").on("extension")
      .columns(["collective_id", "name"]).execute();
    await db.schema.createIndex("extension_by_repository").on("extension").column("repository")
      .execute();
    await db.schema.createIndex("extension_by_update").on("extension").column("updated_at")
      .execute();
    await db.schema.createIndex("extension_by_creation").on("extension")
      .columns(["created_at", "number"]).execute();

    await db.schema.createTable("extension_version")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("extension_id", "text", (column) => column.notNull().references("extension.id"))
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("sort_key", "text", (column) => column.notNull())
      .addColumn("channel", "text", (column) => column.notNull())
      .addColumn("checksum", "text", (column) => column.notNull())
      .addColumn("packed_bytes", "integer", (column) => column.notNull())
      .addColumn("unpacked_bytes", "integer", (column) => column.notNull())
      .addColumn("file_count", "integer", (column) => column.notNull())
      .addColumn("manifest", "text", (column) => column.notNull())
      .addColumn("descriptor", "text", (column) => column.notNull())
      .addColumn("readme", "text")
      .addColumn("release_notes", "text")
      .addColumn("rubric_version", "integer", (column) => column.notNull())
      .addColumn("facts", "text", (column) => column.notNull())
      .addColumn("trust", "text", (column) => column.notNull())
      .addColumn("verified_by_svc", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("published_at", "text", (column) => column.notNull())
      .addColumn("published_by_user_id", "text")
      .addColumn("published_by_token_id", "text")
      .addColumn("yanked_at", "text")
      .addColumn("yank_reason", "text")
      .addColumn("score_generation", "integer", (column) => column.notNull().defaultTo(0))
      .addColumn("taken_down_at", "text")
      .addColumn("takedown_reason", "text")
      .addUniqueConstraint("extension_version_once", ["extension_id", "version"])
      .execute();
    await db.schema.createIndex("extension_version_in_order").on("extension_version")
      .columns(["extension_id", "sort_key"]).execute();
    await db.schema.createIndex("extension_version_by_checksum").on("extension_version")
      .column("checksum").execute();

    await db.schema.createTable("upload")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("version", "text", (column) => column.notNull())
      .addColumn("actor", "text", (column) => column.notNull())
      .addColumn("announcement", "text", (column) => column.notNull())
      .addColumn("checksum", "text")
      .addColumn("bytes", "integer")
      .addColumn("created_at", "text", (column) => column.notNull())
      .addColumn("expires_at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("upload_by_announcement").on("upload")
      .columns(["name", "version", "actor"]).execute();

    await db.schema.createTable("audit_event")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("at", "text", (column) => column.notNull())
      .addColumn("action", "text", (column) => column.notNull())
      .addColumn("collective_id", "text", (column) => column.notNull())
      .addColumn("extension_id", "text")
      .addColumn("actor_user_id", "text")
      .addColumn("actor_token_id", "text")
      .addColumn("credential", "text", (column) => column.notNull())
      .addColumn("details", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("audit_event_by_extension").on("audit_event")
      .columns(["extension_id", "at"]).execute();
  },
};
