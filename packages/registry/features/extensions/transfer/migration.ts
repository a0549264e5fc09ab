import { migration } from "../../../platform/store/migration.ts";
import { cascade } from "../../../platform/store/references.ts";
import { index, text } from "../../../platform/store/columns.ts";

/** Offers of extensions, the names that they had before, and the name of each version's archive. */
export const transfers = migration(async (db) => {
  await db.schema.createTable("extension_alias")
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("extension_id", "text", (column) => column.notNull().references("extension.id"))
    .addColumn("collective_id", "text", (column) => column.notNull().references("collective.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await index(db, "extension_alias", "extension_alias_by_extension", "extension_id");
  await index(db, "extension_alias", "extension_alias_by_collective", "collective_id");
  await db.schema.createTable("extension_transfer")
    .addColumn(
      "extension_id",
      "text",
      (column) => column.notNull().primaryKey().references("extension.id"),
    )
    .addColumn("from_collective_id", "text", (c) => c.notNull().references("collective.id"))
    .addColumn("to_collective_id", "text", (c) => c.notNull().references("collective.id"))
    .addColumn("offered_by", "text", cascade("user.id"))
    .addColumn("makes_public", "integer", (column) => column.notNull())
    .$call(text("at", "expires_at"))
    .execute();
  await index(db, "extension_transfer", "extension_transfer_to", "to_collective_id");
  await index(db, "extension_transfer", "extension_transfer_from", "from_collective_id");
  await index(db, "extension_transfer", "extension_transfer_by", "offered_by");
  await db.schema.alterTable("extension_version").addColumn("published_as", "text").execute();
});
