import type { JobContext, JobWork } from "../platform/jobs/jobs.ts";
import { createRunner, type RunnerOptions } from "../platform/jobs/runner.ts";
import { noteOverdue } from "../platform/jobs/worker.ts";

/** Does every job that is due, and those that become due meanwhile. Returns how many were done or put back. */
export async function workDueJobs(
  context: JobContext,
  work: JobWork,
  options?: RunnerOptions,
): Promise<number> {
  await noteOverdue(context);
  const runner = createRunner(context, work, options);
  for (let worked = 0;; await runner.ended()) {
    const started = await runner.fill();
    worked += started;
    if (started === 0 && runner.isIdle()) return worked;
  }
}
