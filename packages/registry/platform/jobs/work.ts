import type { JobContext, JobWork } from "./jobs.ts";
import { giveUpOverdue } from "./dead.ts";
import { createRunner, type RunnerOptions } from "./runner.ts";

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

/** Gives up what is past its deadline and says so in the log. */
export async function noteOverdue({ db, log, now }: JobContext): Promise<void> {
  for (const { last_error, ...job } of await giveUpOverdue(db, now())) {
    log.warn("job.abandoned", { ...job, error: last_error });
  }
}
