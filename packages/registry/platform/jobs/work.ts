import { SvcError } from "@svc/core/error";
import { isUnfinished } from "../../features/extensions/score/assess.ts";
import { rescoreVersion } from "../../features/extensions/score/rescore.ts";
import type { Services } from "../../access/services.ts";
import type { JobKind } from "./jobs.ts";
import { finishJob, leaseJob, retryJob } from "./lease.ts";

/** What each kind of job does. Throws when it has to be tried again. Safe to do twice. */
const WORK: Readonly<Record<JobKind, (services: Services, subject: string) => Promise<void>>> = {
  async rescore(services, versionId) {
    const { assessment, verification } = await rescoreVersion(services, versionId);
    if (isUnfinished(assessment.trust) || (verification && isUnfinished(verification))) {
      throw new SvcError("unavailable", "An outside service did not answer");
    }
  },
};

/** Does every job that is due, one after the other. Returns how many were done or put back. */
export async function workDueJobs(services: Services, signal?: AbortSignal): Promise<number> {
  const { db, log, now } = services;
  for (let worked = 0;; worked++) {
    const job = signal?.aborted ? undefined : await leaseJob(db, now());
    if (!job) return worked;
    try {
      await WORK[job.kind](services, job.subject);
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
