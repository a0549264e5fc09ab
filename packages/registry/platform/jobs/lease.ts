import { LIMITS } from "@svc/core/limit";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import type { JobKind } from "./jobs.ts";

/** A job this worker holds until the lease runs out. */
export interface LeasedJob {
  id: string;
  kind: JobKind;
  subject: string;
  /** Counts this one. */
  attempts: number;
  /** How often it had been armed when it was taken. */
  generation: number;
  deadline: string;
  leased_until: string;
}

/** How long a worker may take before another takes the job over, in milliseconds. */
export const LEASE = 5 * 60_000;

const minute = 60_000;
const BACKOFF = [1, 5, 15, 60, 4 * 60, 12 * 60].map((minutes) => minutes * minute);

/** Takes the job that is due longest; undefined when none is. A worker that died loses its lease. */
export async function leaseJob(db: Kysely<Schema>, now: Date): Promise<LeasedJob | undefined> {
  const at = now.toISOString();
  return await db.updateTable("job")
    .set((job) => ({
      leased_until: new Date(now.getTime() + LEASE).toISOString(),
      attempts: job("attempts", "+", 1),
    }))
    .where(
      "id",
      "=",
      (query) =>
        query.selectFrom("job").select("id").where("run_at", "<=", at).where("deadline", ">=", at)
          .where((where) =>
            where.or([where("leased_until", "is", null), where("leased_until", "<", at)])
          )
          .orderBy("run_at").limit(1),
    )
    .returning(["id", "kind", "subject", "attempts", "generation", "deadline", "leased_until"])
    .executeTakeFirst() as LeasedJob | undefined;
}

/**
 * Ends a job that is done. One that was armed anew while it ran stays and is due: what it did may
 * be from before the newer event. One that another worker took over is left to that one.
 */
export async function finishJob(db: Kysely<Schema>, job: LeasedJob): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom("job").where(heldBy(job)).executeTakeFirst();
  if (numDeletedRows === 0n) await releaseJob(db, job);
}

/**
 * Puts a job back that failed, later each time; removes it after the last try, or when the next one
 * would come after its deadline. One that was armed anew while it ran is due at once.
 *
 * @returns false when it was given up
 */
export async function retryJob(
  db: Kysely<Schema>,
  job: LeasedJob,
  error: unknown,
  now: Date,
): Promise<boolean> {
  const delay = BACKOFF[Math.min(job.attempts, BACKOFF.length) - 1]!;
  const next = new Date(now.getTime() + delay).toISOString();
  const last = job.attempts >= LIMITS.lookup.tries || next > job.deadline;
  const settled = last
    ? await db.deleteFrom("job").where(heldBy(job)).returning("id").executeTakeFirst()
    : await db.updateTable("job").set({
      run_at: next,
      leased_until: null,
      last_error: error instanceof Error ? error.message : String(error),
    }).where(heldBy(job)).returning("id").executeTakeFirst();
  if (settled) return !last;
  await releaseJob(db, job);
  return true;
}

/** Removes the jobs whose deadline has passed; returns them. */
export async function dropOverdueJobs(db: Kysely<Schema>, now: Date) {
  const at = now.toISOString();
  return await db.deleteFrom("job").where("deadline", "<", at)
    .where((where) => where.or([where("leased_until", "is", null), where("leased_until", "<", at)]))
    .returning(["kind", "subject", "attempts", "last_error"]).execute();
}

/** True of the job while this worker holds it and nobody has armed it anew. */
function heldBy({ id, leased_until, generation }: LeasedJob) {
  return (job: ExpressionBuilder<Schema, "job">) => job.and({ id, leased_until, generation });
}

/** Ends this worker's hold on a job, if it still has it. */
async function releaseJob(db: Kysely<Schema>, { id, leased_until }: LeasedJob): Promise<void> {
  await db.updateTable("job").set({ leased_until: null })
    .where("id", "=", id).where("leased_until", "=", leased_until).execute();
}
