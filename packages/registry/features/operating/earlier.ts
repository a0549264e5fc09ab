import { migration } from "../../platform/store/migration.ts";
import { operating } from "./migration.ts";

/** Accounts that are disabled, extensions and versions that are taken down. */
export const takedowns = migration(async (db) => {
  await operating.up(db);
  for (const table of ["extension", "extension_version"] as const) {
    await db.schema.alterTable(table).addColumn("taken_down_at", "text").execute();
    await db.schema.alterTable(table).addColumn("takedown_reason", "text").execute();
  }
});
