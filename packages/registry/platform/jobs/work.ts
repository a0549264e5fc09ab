import type { JobContext, JobWork } from "./jobs.ts";
import { dropOverdueJobs, finishJob, leaseJob, retryJob } from "./lease.ts";

/** Does every job that is due, one after the other. Returns how many were done or put back. */
export async function workDueJobs(
  { db, log, now }: JobContext,
  work: JobWork,
  signal?: AbortSignal,
): Promise<number> {
  for (const { last_error, ...job } of await dropOverdueJobs(db, now())) {
    log.warn("job.abandoned", { ...job, error: last_error });
  }
  for (let worked = 0;; worked++) {
    const job = signal?.aborted ? undefined : await leaseJob(db, now());
    if (!job) return worked;
    try {
      await work[job.kind](job.subject);
      await finishJob(db, job);
    } catch (error) {
      const again = await retryJob(db, job, error, now());
      log.warn(again ? "job.postponed" : "job.abandoned", {
        kind: job.kind,
        subject: job.subject,
        attempts: job.attempts,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
}
