import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What stored scores were composed with. */
export const scoreBasis: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("score_basis")
      .addColumn("basis", "text", (column) => column.notNull()).execute();
  },
};

/** How many points of a stored score could not be checked; composed at the next start. */
export const scoreUnchecked: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("extension").addColumn("score_unchecked", "integer").execute();
  },
};
