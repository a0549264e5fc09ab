import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A table that nothing reads any more; servers of the release before still do. */
export const lostCommits: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("lost_commits")
      .addColumn("only", "integer", (column) => column.primaryKey())
      .addColumn("found_at", "text", (column) => column.notNull())
      .addColumn("message", "text", (column) => column.notNull())
      .execute();
  },
};
