import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** A job knows the trace of the request that it is from, where traces are made. */
export const jobTrace: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("job").addColumn("traceparent", "text").execute();
  },
};
