import type { JobContext, JobWork } from "./jobs.ts";
import { workDueJobs } from "./work.ts";

/** How often the queue is looked at, and how often is swept, in milliseconds. */
const LOOK = 2_000;
const SWEEP = 10 * 60_000;

/** A worker in this process. */
export interface Worker {
  /** Takes no new job and waits for the running one. */
  stop(): Promise<void>;
}

/**
 * Works the queue, and sweeps now and then, until it is stopped. A failure is logged and never ends
 * the worker.
 */
export function startWorker(
  services: JobContext,
  work: JobWork,
  sweep: () => Promise<void>,
): Worker {
  const stopping = new AbortController();
  let nextSweep = 0;
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const turn = async () => {
    try {
      await workDueJobs(services, work, stopping.signal);
      if (Date.now() >= nextSweep && !stopping.signal.aborted) {
        nextSweep = Date.now() + SWEEP;
        await sweep();
      }
    } catch (error) {
      services.log.error("worker.failed", { error: String(error) });
    }
    if (!stopping.signal.aborted) schedule();
  };
  const schedule = () => {
    timer = setTimeout(() => running = turn(), LOOK);
  };
  schedule();

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
