import { migration } from "../../platform/store/migration.ts";

/** Collectives that the operator suspended. */
export const suspension = migration(async (db) => {
  for (const column of ["suspended_at", "suspended_reason"]) {
    await db.schema.alterTable("collective").addColumn(column, "text").execute();
  }
});
