import { sql } from "kysely";
import { migration } from "../../../platform/store/migration.ts";
import { setNull } from "../../../platform/store/references.ts";
import { index, text, textOrNull, uniqueIndex } from "../../../platform/store/columns.ts";

/** Statements of where versions came from, and the keys of collectives that sign them. */
export const provenance = migration(async (db) => {
  await db.schema.createTable("signing_key")
    .addColumn("id", "text", (column) => column.notNull().primaryKey())
    .addColumn("collective_id", "text", (column) => column.notNull().references("collective.id"))
    .$call(text("spki", "hint", "name"))
    .addColumn("created_by", "text", setNull("user.id"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("revoked_at", "text")
    .execute();
  await db.schema.createTable("provenance")
    .addColumn(
      "version_id",
      "text",
      (column) =>
        column.notNull().primaryKey().references("extension_version.id").onDelete("cascade"),
    )
    .$call(text("kind", "bundle"))
    .addColumn("signing_key_id", "text", (column) => column.references("signing_key.id"))
    .addColumn("issuer", "text")
    .addColumn("identity", "text", (column) => column.notNull())
    .$call(textOrNull("repository", "repository_id", "owner_id", "workflow", "commit_sha", "ref"))
    .$call(textOrNull("run_url", "environment", "runner", "log_index", "signed_at"))
    .addColumn("verified_at", "text", (column) => column.notNull())
    .addColumn("root_digest", "text")
    .execute();
  // Of one collective: else who has seen a public key could keep it from its owner.
  await uniqueIndex(db, "signing_key", "signing_key_once", "collective_id", "hint");
  await index(db, "signing_key", "signing_key_by_creator", "created_by");
  await index(db, "provenance", "provenance_by_key", "signing_key_id");
});

/** Who signed a version beside its facts, from which scores are composed. */
export const provenanceKind = migration(async (db) => {
  await db.schema.alterTable("extension_version").addColumn("provenance_kind", "text").execute();
  await sql`update extension_version set provenance_kind = (
      select kind from provenance where provenance.version_id = extension_version.id
    ) where id in (select version_id from provenance)`.execute(db);
});
