import { migration } from "../../platform/store/migration.ts";

/** Collectives whose members need a second factor to change anything. */
export const secondFactor = migration(async (db) => {
  await db.schema.alterTable("collective")
    .addColumn("second_factor_required", "integer", (c) => c.notNull().defaultTo(0)).execute();
});
