import { sql } from "kysely";
import { migration } from "../store/migration.ts";
import type { Db } from "../store/schema.ts";
import type {} from "./tables.ts";
import { text, textOrNull } from "../store/columns.ts";

/** Work to be done later. */
export const jobs = migration(async (db: Db) => {
  await db.schema.createTable("job")
    .addColumn("id", "text", (column) => column.primaryKey())
    .$call(text("kind", "subject", "run_at"))
    .addColumn("attempts", "integer", (column) => column.notNull())
    .$call(textOrNull("leased_until", "last_error"))
    .addColumn("generation", "integer", (column) => column.notNull().defaultTo(1))
    .addColumn("deadline", "text", (column) => column.notNull().defaultTo(""))
    .$call(textOrNull("dead_at", "traceparent"))
    .addUniqueConstraint("job_once", ["kind", "subject"])
    .execute();
  await indexJobs(db);
});

/** Jobs that were given up stay for a while; those that wait are found by their kind. */
export const deadJobs = migration(async (db: Db) => {
  await db.schema.alterTable("job").addColumn("dead_at", "text").execute();
  await db.schema.dropIndex("job_due").execute();
  await indexJobs(db);
});

async function indexJobs(db: Db): Promise<void> {
  await db.schema.createIndex("job_waiting").on("job").columns(["kind", "run_at"])
    .where(sql.ref("dead_at"), "is", null).execute();
  await db.schema.createIndex("job_dead").on("job").column("dead_at")
    .where(sql.ref("dead_at"), "is not", null).execute();
}

/** A job knows the trace of the request that it is from, where traces are made. */
export const jobTrace = migration(async (db) => {
  await db.schema.alterTable("job").addColumn("traceparent", "text").execute();
});
