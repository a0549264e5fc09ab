import { migration } from "../../../platform/store/migration.ts";

/** What stored scores were composed with. */
export const scoreBasis = migration(async (db) => {
  await db.schema.createTable("score_basis")
    .addColumn("basis", "text", (column) => column.notNull()).execute();
});

/** How many points of a stored score could not be checked; composed at the next start. */
export const scoreUnchecked = migration(async (db) => {
  await db.schema.alterTable("extension").addColumn("score_unchecked", "integer").execute();
});
