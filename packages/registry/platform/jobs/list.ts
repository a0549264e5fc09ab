import type { ExpressionBuilder } from "kysely";
import type { Db, Schema } from "../store/schema.ts";
import type { JobKind } from "./jobs.ts";

/** What a job is doing: it waits for its time, a worker has it, or it was given up. */
export type JobState = "waiting" | "running" | "dead";

/** A job as an operator sees it. */
export interface ListedJob {
  id: string;
  kind: JobKind;
  subject: string;
  state: JobState;
  /** Tries begun. */
  attempts: number;
  /** When it is or was due; ISO 8601. */
  dueAt: string;
  /** When it was given up. */
  deadAt: string | null;
  lastError: string | null;
}

/** How many jobs of a kind are in a state. */
export interface JobCount {
  kind: JobKind;
  state: JobState;
  jobs: number;
}

/** Jobs by kind and state; a kind without jobs has no row. */
export async function countJobs(db: Db, now: Date): Promise<JobCount[]> {
  const rows = await db.selectFrom("job").select((job) => [
    "kind",
    stateAt(now)(job).as("state"),
    job.fn.countAll<number>().as("jobs"),
  ]).groupBy(["kind", "state"]).orderBy("kind").orderBy("state").execute();
  return rows.map(({ kind, state, jobs }) => ({
    kind: kind as JobKind,
    state,
    jobs: Number(jobs),
  }));
}

/** The jobs in a state, the one that is or was due first before the others. */
export async function listJobs(
  db: Db,
  now: Date,
  state: JobState,
  limit: number,
): Promise<ListedJob[]> {
  const rows = await db.selectFrom("job").selectAll()
    .where((job) => job(stateAt(now)(job), "=", state))
    .orderBy("run_at").orderBy("id").limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as JobKind,
    subject: row.subject,
    state,
    attempts: row.attempts,
    dueAt: row.run_at,
    deadAt: row.dead_at,
    lastError: row.last_error,
  }));
}

/** A job by its id; undefined when there is none. */
export async function findJob(
  db: Db,
  id: string,
): Promise<{ kind: JobKind; subject: string } | undefined> {
  return await db.selectFrom("job").select(["kind", "subject"]).where("id", "=", id)
    .executeTakeFirst() as { kind: JobKind; subject: string } | undefined;
}

/** Removes a job; false when there is none of that id. */
export async function dropJob(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom("job").where("id", "=", id).executeTakeFirst();
  return numDeletedRows > 0n;
}

function stateAt(now: Date) {
  return (job: ExpressionBuilder<Schema, "job">) =>
    job.case()
      .when("dead_at", "is not", null).then<JobState>("dead")
      .when("leased_until", ">=", now.toISOString()).then<JobState>("running")
      .else<JobState>("waiting").end();
}
