import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Collectives that the operator suspended. */
export const suspension: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const column of ["suspended_at", "suspended_reason"]) {
      await db.schema.alterTable("collective").addColumn(column, "text").execute();
    }
  },
};
