import { migration } from "../../../platform/store/migration.ts";
import type {} from "../../../platform/jobs/tables.ts";
import type {} from "../record/tables.ts";
import type { Db } from "../../../access/store/schema.ts";

const DAY = 24 * 60 * 60_000;

/**
 * Generations, so that an answer asked for before a change is never taken for one asked for after
 * it, and an end for each job: look-ups are finished within a day of their scoring event or not at
 * all (spec §2.6 rule 5).
 */
export const scoring = migration(async (db: Db) => {
  await db.schema.alterTable("job")
    .addColumn("generation", "integer", (column) => column.notNull().defaultTo(1)).execute();
  await db.schema.alterTable("job")
    .addColumn("deadline", "text", (column) => column.notNull().defaultTo("")).execute();
  await db.schema.alterTable("extension")
    .addColumn("repository_generation", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("extension_version")
    .addColumn("score_generation", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await splitJobs(db);
});

/** A waiting job did both look-ups of a version; now each look-up is a job of its own. */
async function splitJobs(db: Db): Promise<void> {
  const old = await db.selectFrom("job")
    .innerJoin("extension_version", "extension_version.id", "job.subject")
    .select(["job.subject", "job.run_at", "extension_version.extension_id"]).execute();
  await db.deleteFrom("job").execute();
  const subjects = [
    ...new Map(old.map((row) => [`audit ${row.subject}`, row])).entries(),
    ...new Map(old.map((row) => [`verification ${row.extension_id}`, row])).entries(),
  ];
  for (const [key, { run_at }] of subjects) {
    const [kind, subject] = key.split(" ") as [string, string];
    await db.insertInto("job").values({
      id: crypto.randomUUID(),
      kind,
      subject,
      run_at,
      attempts: 0,
      generation: 1,
      deadline: new Date(Date.parse(run_at) + DAY).toISOString(),
      leased_until: null,
      last_error: null,
    }).execute();
  }
}
