import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Collectives whose members need a second factor to change anything. */
export const secondFactor: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("collective")
      .addColumn("second_factor_required", "integer", (c) => c.notNull().defaultTo(0)).execute();
  },
};
