import type { JobContext, JobWork } from "./jobs.ts";
import { createRunner } from "./runner.ts";
import { giveUpOverdue } from "./dead.ts";

/** How often the queue is looked at, and how often is swept, in milliseconds. */
const LOOK = 2_000;
const SWEEP = 10 * 60_000;

/** A worker in this process. */
export interface Worker {
  /** Takes no new job and waits for the running ones. */
  stop(): Promise<void>;
  /** Puts back the jobs that are running still. Call it when {@link Worker.stop} takes too long. */
  leave(reason: string): Promise<void>;
}

/**
 * Works the queue, and sweeps now and then, until it is stopped. A failure is logged and never ends
 * the worker; neither a job that takes long nor a sweep holds up anything else.
 */
export function startWorker(
  services: JobContext,
  work: JobWork,
  sweep: () => Promise<void>,
): Worker {
  const stopping = new AbortController();
  let nextSweep = 0;
  let sweeping: Promise<void> | undefined;
  let turning: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Infinity;
  const runner = createRunner(services, work, {
    signal: stopping.signal,
    onEnd: () => schedule(0),
  });
  const failed = (error: unknown) => services.log.error("worker.failed", { error: String(error) });

  const turn = async () => {
    try {
      await noteOverdue(services);
      await runner.fill();
    } catch (error) {
      failed(error);
    }
    sweepIfDue();
    schedule(LOOK);
  };
  function sweepIfDue(): void {
    // Not by the clock of the machine, which may be set back.
    const now = performance.now();
    if (sweeping !== undefined || now < nextSweep || stopping.signal.aborted) return;
    nextSweep = now + SWEEP;
    sweeping = sweep().catch(failed).finally(() => sweeping = undefined);
  }
  /** The next look at the queue; an earlier one takes the place of a later one. */
  function schedule(after: number): void {
    const at = performance.now() + after;
    if (stopping.signal.aborted || at >= due) return;
    clearTimeout(timer);
    due = at;
    timer = setTimeout(() => {
      due = Infinity;
      turning = turning.then(turn);
    }, after);
  }
  schedule(LOOK);

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await turning;
      await sweeping;
      await runner.allEnded();
    },
    leave: runner.leave,
  };
}

/** Gives up what is past its deadline and says so in the log. */
export async function noteOverdue({ db, log, now }: JobContext): Promise<void> {
  for (const { last_error, ...job } of await giveUpOverdue(db, now())) {
    log.warn("job.abandoned", { ...job, error: last_error });
  }
}
