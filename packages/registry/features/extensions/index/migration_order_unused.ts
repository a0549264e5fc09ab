import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Search sorts in memory: these were only written, the one by pulls with every count of pulls. */
export const searchOrderUnused: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.dropIndex("extension_by_score").execute();
    await db.schema.dropIndex("extension_by_pulls").execute();
  },
};
