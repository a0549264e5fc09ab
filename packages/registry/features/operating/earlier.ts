import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { operating } from "./migration.ts";

/** Accounts that are disabled, extensions and versions that are taken down. */
export const takedowns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await operating.up(db);
    for (const table of ["extension", "extension_version"] as const) {
      await db.schema.alterTable(table).addColumn("taken_down_at", "text").execute();
      await db.schema.alterTable(table).addColumn("takedown_reason", "text").execute();
    }
  },
};
