import { messageOf } from "@svc/core/error";
import { type JobContext, JobHeld, type JobKind, type JobWork } from "./jobs.ts";
import { inSpan } from "../tracing/span.ts";
import {
  extendLease,
  finishJob,
  HEARTBEAT,
  holdJob,
  type LeasedJob,
  leaseJob,
  retryJob,
} from "./lease.ts";

/** Does jobs, several at a time. */
export interface Runner {
  /** Starts what is due, as far as each kind has room; how many jobs that were. */
  fill(): Promise<number>;
  /** Settles when a job has ended since the last `fill` began; at once when none is running. */
  ended(): Promise<void>;
  /** True when no job runs and none has ended since the last `fill` began, which then had room for all. */
  isIdle(): boolean;
  /** Settles when every job has ended that runs now. */
  allEnded(): Promise<void>;
  /**
   * Puts back every job that runs, for another worker to take at once; settles when they are. What
   * they do goes on unheeded until the process ends.
   *
   * @param reason what is noted with each of them
   */
  leave(reason: string): Promise<void>;
}

/** How a runner works; times are in milliseconds. */
export interface RunnerOptions {
  /** How often a lease is extended. */
  heartbeatMs?: number;
  /** After how long a job counts as failed that has not ended: all have limits below that. */
  longestMs?: number;
  /** Takes no job any more once it is aborted. */
  signal?: AbortSignal;
  /** Called after each job. */
  onEnd?: () => void;
}

const LONGEST = 10 * 60_000;

/** A runner of the queue's jobs. */
export function createRunner(
  context: JobContext,
  work: JobWork,
  { heartbeatMs = HEARTBEAT, longestMs = LONGEST, signal, onEnd }: RunnerOptions = {},
): Runner {
  const running = new Map<JobKind, number>();
  const jobs = new Set<Promise<void>>();
  const left = Promise.withResolvers<never>();
  left.promise.catch(() => {});
  let ends = 0;
  let seen = 0;

  async function fill(): Promise<number> {
    let started = 0;
    seen = ends;
    for (const kind of Object.keys(work) as JobKind[]) {
      for (let n = 0; n < work[kind].atOnce && hasRoom(kind); n++) {
        // Counted before it is there: two calls at once must not start one too many.
        count(kind, 1);
        const job = await leaseJob(context.db, context.now(), kind).catch((error) => {
          count(kind, -1);
          throw error;
        });
        if (!job) {
          count(kind, -1);
          break;
        }
        start(job);
        started++;
      }
    }
    return started;
  }
  function hasRoom(kind: JobKind): boolean {
    return !signal?.aborted && (running.get(kind) ?? 0) < work[kind].atOnce;
  }
  function count(kind: JobKind, change: 1 | -1): void {
    running.set(kind, (running.get(kind) ?? 0) + change);
  }
  function start(job: LeasedJob): void {
    const done = attempt(context, work, job, {
      heartbeatMs,
      longestMs,
      left: left.promise,
    }).catch((error) =>
      // The store failed: the lease runs out, and the job is taken again.
      context.log.error("job.unsettled", { kind: job.kind, error: String(error) })
    ).finally(() => {
      count(job.kind, -1);
      jobs.delete(done);
      ends++;
      onEnd?.();
    });
    jobs.add(done);
  }
  async function allEnded(): Promise<void> {
    await Promise.all(jobs);
  }
  return {
    fill,
    ended: async () => {
      if (jobs.size > 0 && ends === seen) await Promise.race(jobs);
    },
    isIdle: () => jobs.size === 0 && ends === seen,
    allEnded,
    async leave(reason) {
      left.reject(new JobHeld(context.now(), reason));
      await allEnded();
    },
  };
}

/** What ends a job before its work has. */
interface Bounds extends Required<Pick<RunnerOptions, "heartbeatMs" | "longestMs">> {
  /** Rejects when all jobs are put back. */
  left: Promise<never>;
}

/** Does one job under its lease, and settles it. */
async function attempt(
  context: JobContext,
  work: JobWork,
  job: LeasedJob,
  bounds: Bounds,
): Promise<void> {
  const { db, log, now } = context;
  let failure: unknown;
  let beating: Promise<unknown> = Promise.resolve();
  const heart = setInterval(() => {
    beating = beating.then(() => extendLease(db, job, now())).catch((error) =>
      log.warn("job.lease", { kind: job.kind, error: String(error) })
    );
  }, bounds.heartbeatMs);
  try {
    const facts = { "svc.job": job.kind, "svc.job.attempt": job.attempts };
    await inSpan(
      "job",
      facts,
      () => bounded(work[job.kind].run(job.subject), bounds),
      job.traceparent,
    );
  } catch (error) {
    failure = error;
  } finally {
    clearInterval(heart);
    await beating;
  }
  if (failure === undefined) return await finishJob(db, job);
  const again = failure instanceof JobHeld
    ? await holdJob(db, job, failure, now())
    : await retryJob(db, job, failure, now());
  log.warn(again ? "job.postponed" : "job.abandoned", {
    kind: job.kind,
    subject: job.subject,
    attempts: job.attempts,
    error: messageOf(failure),
  });
}

/** Fails when the work has not ended in time, or is left. */
async function bounded(work: Promise<void>, { longestMs, left }: Bounds): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`it did not finish within ${longestMs / 1000} seconds`)),
    longestMs,
  );
  try {
    await Promise.race([work, late.promise, left]);
  } finally {
    clearTimeout(timer);
  }
}
