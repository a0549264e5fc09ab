import { migration } from "../../../platform/store/migration.ts";
import { cascade } from "../../../platform/store/references.ts";
import { text } from "../../../platform/store/columns.ts";

/** Offers of extensions, the names that they had before, and the name of each version's archive. */
export const transfers = migration(async (db) => {
  await db.schema.createTable("extension_alias")
    .addColumn("name", "text", (column) => column.notNull().primaryKey())
    .addColumn("extension_id", "text", (column) => column.notNull().references("extension.id"))
    .addColumn("collective_id", "text", (column) => column.notNull().references("collective.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("extension_alias_by_extension").on("extension_alias")
    .column("extension_id").execute();
  await db.schema.createIndex("extension_alias_by_collective").on("extension_alias")
    .column("collective_id").execute();
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
  await db.schema.createIndex("extension_transfer_to").on("extension_transfer")
    .column("to_collective_id").execute();
  await db.schema.createIndex("extension_transfer_from").on("extension_transfer")
    .column("from_collective_id").execute();
  await db.schema.createIndex("extension_transfer_by").on("extension_transfer")
    .column("offered_by").execute();
  await db.schema.alterTable("extension_version").addColumn("published_as", "text").execute();
});
