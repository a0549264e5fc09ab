import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Work to be done later. */
export const jobs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("job")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("run_at", "text", (column) => column.notNull())
      .addColumn("attempts", "integer", (column) => column.notNull())
      .addColumn("leased_until", "text")
      .addColumn("last_error", "text")
      .addUniqueConstraint("job_once", ["kind", "subject"])
      .execute();
    await db.schema.createIndex("job_due").on("job").column("run_at").execute();
  },
};
