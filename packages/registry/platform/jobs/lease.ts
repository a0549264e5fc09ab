import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { JobKind } from "./jobs.ts";

/** A job this worker holds until the lease runs out. */
export interface LeasedJob {
  id: string;
  kind: JobKind;
  subject: string;
  /** Counts this one. */
  attempts: number;
}

/** How long a worker may take before another takes the job over, in milliseconds. */
export const LEASE = 5 * 60_000;

/** Attempts after which a job is given up. */
export const ATTEMPTS = 8;

const minute = 60_000;
const BACKOFF = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60].map((minutes) => minutes * minute);

/** Takes the job that is due longest; undefined when none is. A worker that died loses its lease. */
export async function leaseJob(db: Kysely<Schema>, now: Date): Promise<LeasedJob | undefined> {
  const at = now.toISOString();
  return await db.updateTable("job")
    .set((job) => ({
      leased_until: new Date(now.getTime() + LEASE).toISOString(),
      attempts: job("attempts", "+", 1),
    }))
    .where("id", "=", (query) =>
      query.selectFrom("job").select("id").where("run_at", "<=", at)
        .where((where) =>
          where.or([where("leased_until", "is", null), where("leased_until", "<", at)])
        )
        .orderBy("run_at").limit(1))
    .returning(["id", "kind", "subject", "attempts"])
    .executeTakeFirst() as LeasedJob | undefined;
}

/** Removes a job that is done. */
export async function finishJob(db: Kysely<Schema>, { id }: LeasedJob): Promise<void> {
  await db.deleteFrom("job").where("id", "=", id).execute();
}

/**
 * Puts a job back that failed, later each time; removes it after the last attempt.
 *
 * @returns false when it was given up
 */
export async function retryJob(
  db: Kysely<Schema>,
  job: LeasedJob,
  error: unknown,
  now: Date,
): Promise<boolean> {
  if (job.attempts >= ATTEMPTS) {
    await finishJob(db, job);
    return false;
  }
  const delay = BACKOFF[Math.min(job.attempts, BACKOFF.length) - 1]!;
  await db.updateTable("job").set({
    run_at: new Date(now.getTime() + delay).toISOString(),
    leased_until: null,
    last_error: error instanceof Error ? error.message : String(error),
  }).where("id", "=", job.id).execute();
  return true;
}
