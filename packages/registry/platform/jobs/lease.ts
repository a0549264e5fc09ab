import { messageOf } from "@svc/core/error";
import { LIMITS } from "@svc/core/limit";
import type { ExpressionBuilder } from "kysely";
import { isPostgres } from "../store/engine.ts";
import type { Db, Schema } from "../store/schema.ts";
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
  /** The trace that it is part of. */
  traceparent: string | null;
}

/**
 * How long a worker holds a job without a word, in milliseconds: then another one takes it over. A
 * worker that lives says so every {@link HEARTBEAT}, and clocks of two machines may differ by as much.
 */
export const LEASE = 30_000;

/** How often a worker extends its leases, in milliseconds. */
export const HEARTBEAT = 10_000;

const minute = 60_000;
const BACKOFF = [1, 5, 15, 60, 4 * 60, 12 * 60].map((minutes) => minutes * minute);

/** Characters of an error that are kept. */
const ERROR_KEPT = 500;

/**
 * Takes the job of a kind that is due longest; undefined when none is. A worker that died loses its
 * lease. Workers of several processes never wait for each other: on Postgres each passes over what
 * another is just taking, on SQLite there is one writer at a time.
 */
export async function leaseJob(db: Db, now: Date, kind: JobKind): Promise<LeasedJob | undefined> {
  const at = now.toISOString();
  const due = db.selectFrom("job").select("id").where("dead_at", "is", null)
    .where("kind", "=", kind).where("run_at", "<=", at).where("deadline", ">=", at)
    .where((where) => where.or([where("leased_until", "is", null), where("leased_until", "<", at)]))
    .orderBy("run_at").limit(1);
  return await db.updateTable("job")
    .set((job) => ({
      leased_until: new Date(now.getTime() + LEASE).toISOString(),
      attempts: job("attempts", "+", 1),
    }))
    .where("id", "=", isPostgres(db) ? due.forUpdate().skipLocked() : due)
    .returning([
      ...["id", "kind", "subject", "attempts", "generation", "deadline"] as const,
      ...["leased_until", "traceparent"] as const,
    ])
    .executeTakeFirst() as LeasedJob | undefined;
}

/**
 * Holds a job for longer, and notes in it until when.
 *
 * @returns false when the lease had run out and another worker has the job
 */
export async function extendLease(db: Db, job: LeasedJob, now: Date): Promise<boolean> {
  const leased_until = new Date(now.getTime() + LEASE).toISOString();
  const { numUpdatedRows } = await db.updateTable("job").set({ leased_until })
    .where("id", "=", job.id).where("leased_until", "=", job.leased_until).executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  job.leased_until = leased_until;
  return true;
}

/**
 * Ends a job that is done. One that was armed again while it ran stays and is due: what it did may
 * be from before the newer event. One that another worker took over is left to that one.
 */
export async function finishJob(db: Db, job: LeasedJob): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom("job").where(heldBy(job)).executeTakeFirst();
  if (numDeletedRows === 0n) await releaseJob(db, job);
}

/**
 * Puts a job back that failed, later each time; gives it up after the last try, or when the next one
 * would come after its deadline. One that was armed again while it ran is due at once.
 *
 * @returns false when it was given up
 */
export async function retryJob(
  db: Db,
  job: LeasedJob,
  error: unknown,
  now: Date,
): Promise<boolean> {
  const delay = BACKOFF[Math.min(job.attempts, BACKOFF.length) - 1]!;
  const next = new Date(now.getTime() + delay);
  const last = job.attempts >= LIMITS.lookup.tries;
  return await putBack(db, job, { next, attempts: job.attempts, last, error, now });
}

/**
 * Puts a job back that was not tried, as what it needs is away until then; gives it up when that is
 * after its deadline.
 *
 * @returns false when it was given up
 */
export async function holdJob(
  db: Db,
  job: LeasedJob,
  held: Error & { until: Date },
  now: Date,
): Promise<boolean> {
  const { until: next } = held;
  return await putBack(db, job, {
    next,
    attempts: job.attempts - 1,
    last: false,
    error: held,
    now,
  });
}

interface Return {
  next: Date;
  attempts: number;
  last: boolean;
  error: unknown;
  now: Date;
}

async function putBack(
  db: Db,
  job: LeasedJob,
  { next, attempts, last, error, now }: Return,
): Promise<boolean> {
  const run_at = next.toISOString();
  const dead = last || run_at > job.deadline;
  const last_error = messageOf(error).slice(0, ERROR_KEPT);
  const settled = await db.updateTable("job")
    .set({
      leased_until: null,
      last_error,
      attempts,
      ...(dead ? { dead_at: now.toISOString() } : { run_at }),
    })
    .where(heldBy(job)).returning("id").executeTakeFirst();
  if (settled) return !dead;
  await releaseJob(db, job);
  return true;
}

/** True of the job while this worker holds it and nobody has armed it again. */
function heldBy({ id, leased_until, generation }: LeasedJob) {
  return (job: ExpressionBuilder<Schema, "job">) => job.and({ id, leased_until, generation });
}

/** Ends this worker's hold on a job, if it still has it. */
async function releaseJob(db: Db, { id, leased_until }: LeasedJob): Promise<void> {
  await db.updateTable("job").set({ leased_until: null })
    .where("id", "=", id).where("leased_until", "=", leased_until).execute();
}
