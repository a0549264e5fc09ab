import { sql } from "kysely";
import { migration } from "../../../platform/store/migration.ts";
import { cascade, setNull } from "../../../platform/store/references.ts";
import { index, integer, text, textOrNull, uniqueIndex } from "../../../platform/store/columns.ts";

/** Versions that wait for approval, who decided about them, and what passkeys sign for that. */
export const staged = migration(async (db) => {
  await db.schema.createTable("staged_version")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("collective_id", "text", (column) => column.notNull().references("collective.id"))
    .$call(text("extension_name", "version", "sort_key", "channel", "checksum"))
    .$call(integer("packed_bytes", "unpacked_bytes", "file_count"))
    .$call(text("manifest", "descriptor"))
    .$call(textOrNull("readme", "release_notes"))
    .addColumn("rubric_version", "integer", (column) => column.notNull())
    .$call(text("facts", "trust"))
    .$call(textOrNull("provenance", "verification"))
    .addColumn("repository_generation", "integer", (column) => column.notNull())
    .addColumn("staged_by_user_id", "text", setNull("user.id"))
    .$call(textOrNull("staged_by_token_id", "staged_by_run"))
    .addColumn("credential", "text", (column) => column.notNull())
    .addColumn("made_by_user_id", "text", setNull("user.id"))
    .addColumn("pushed", "integer", (column) => column.notNull())
    .addColumn("held_for", "text")
    .$call(text("state", "staged_at", "expires_at"))
    .$call(textOrNull("publish_after", "decided_at", "reason"))
    .execute();
  // A version that waits keeps its number.
  await db.schema.createIndex("staged_version_once").unique().on("staged_version")
    .columns(["extension_name", "version"]).where(sql.ref("state"), "=", sql.lit("staged"))
    .execute();
  await index(db, "staged_version", "staged_version_by_collective", "collective_id", "staged_at");
  await index(db, "staged_version", "staged_version_by_checksum", "checksum");
  for (const column of ["staged_by_user_id", "made_by_user_id"]) {
    await db.schema.createIndex(`staged_version_${column}`).on("staged_version").column(column)
      .where(sql.ref(column), "is not", null).execute();
  }
  await db.schema.createTable("approval")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("staged_id", "text", cascade("staged_version.id"))
    .addColumn("user_id", "text", setNull("user.id"))
    .$call(text("decision", "at", "method"))
    .$call(textOrNull("note", "evidence"))
    .execute();
  await uniqueIndex(db, "approval", "approval_once", "staged_id", "user_id", "decision");
  await db.schema.createIndex("approval_by_user").on("approval").column("user_id")
    .where(sql.ref("user_id"), "is not", null).execute();
  await db.schema.alterTable("proof_challenge").addColumn("action", "text").execute();
  // What they ask for before a version is published.
  for (const table of ["collective", "extension"]) {
    await db.schema.alterTable(table).addColumn("approval", "text").execute();
  }
});
