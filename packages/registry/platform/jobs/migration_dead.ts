import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Schema } from "../store/schema.ts";
import type {} from "./tables.ts";

/** Jobs that were given up stay for a while; those that wait are found by their kind. */
export const deadJobs: Migration = {
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable("job").addColumn("dead_at", "text").execute();
    await db.schema.dropIndex("job_due").execute();
    await db.schema.createIndex("job_waiting").on("job").columns(["kind", "run_at"])
      .where(sql.ref("dead_at"), "is", null).execute();
    await db.schema.createIndex("job_dead").on("job").column("dead_at")
      .where(sql.ref("dead_at"), "is not", null).execute();
  },
};
