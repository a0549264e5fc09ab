import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { keyOf } from "../../platform/store/references.ts";
import { integer, text, textOrNull } from "../../platform/store/columns.ts";

/** The registry's log: what waits for a place in it, its entries, tiles and heads. */
export const registryLog = migration(async (db) => {
  await db.schema.createTable("log_pending")
    .addColumn("id", "text", (column) => column.primaryKey())
    .$call(text("at", "kind", "body"))
    .$call(textOrNull("salt", "collective_id", "extension_id", "version", "event_id"))
    .execute();
  await db.schema.createTable("log_leaf")
    .$call(integer("epoch", "idx"))
    .$call(text("kind", "entry"))
    .$call(textOrNull("body", "salt", "collective_id", "extension_id", "version", "event_id"))
    .addPrimaryKeyConstraint("log_leaf_key", ["epoch", "idx"])
    .execute();
  for (const table of ["log_pending", "log_leaf"]) {
    await db.schema.createIndex(`${table}_by_extension`).on(table)
      .columns(["extension_id", "version"]).where(sql.ref("extension_id"), "is not", null)
      .execute();
  }
  await db.schema.createIndex("log_pending_by_collective").on("log_pending")
    .column("collective_id").where(sql.ref("collective_id"), "is not", null).execute();
  await db.schema.createIndex("log_leaf_by_event").on("log_leaf").column("event_id")
    .where(sql.ref("event_id"), "is not", null).execute();
  // With the place in them: else going through the whole log looks cheaper to SQLite.
  for (const about of ["extension_id", "collective_id"]) {
    await db.schema.createIndex(`log_leaf_of_${about}`).on("log_leaf")
      .columns([about, "epoch", "idx"]).where(sql.ref(about), "is not", null).execute();
  }
  await db.schema.createTable("log_tile")
    .$call(integer("epoch", "level", "n", "width"))
    .addColumn("bytes", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("log_tile_key", ["epoch", "level", "n"])
    .execute();
  await db.schema.createTable("log_head")
    .addColumn("epoch", "integer", (column) => column.primaryKey())
    .addColumn("origin", "text", (column) => column.notNull())
    .addColumn("size", "integer", (column) => column.notNull())
    .$call(text("root", "checkpoint", "signed_at", "begun_at"))
    .addColumn("backfilled", "text")
    .execute();
  await db.schema.createTable("log_witness")
    .addColumn("name", "text", (column) => column.primaryKey())
    .$call(text("vkey", "url"))
    .addColumn("size", "integer", (column) => column.notNull())
    .$call(textOrNull("cosignature", "error"))
    .execute();
  await db.schema.createTable("log_person")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("key", "text", (column) => column.notNull())
    .execute();
});
