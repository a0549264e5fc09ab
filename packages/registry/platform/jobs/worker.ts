import type { JobContext, JobWork } from "./jobs.ts";
import { createRunner } from "./runner.ts";
import { noteOverdue } from "./work.ts";

/** How often the queue is looked at, and how often is swept, in milliseconds. */
const LOOK = 2_000;
const SWEEP = 10 * 60_000;

/** A worker in this process. */
export interface Worker {
  /** Takes no new job and waits for the running ones. */
  stop(): Promise<void>;
}

/**
 * Works the queue, and sweeps now and then, until it is stopped. A failure is logged and never ends
 * the worker; a job that takes long holds up neither other kinds nor the sweep.
 */
export function startWorker(
  services: JobContext,
  work: JobWork,
  sweep: () => Promise<void>,
): Worker {
  const stopping = new AbortController();
  let nextSweep = 0;
  let turning: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const runner = createRunner(services, work, {
    signal: stopping.signal,
    onEnd: () => schedule(0),
  });

  const turn = async () => {
    try {
      await noteOverdue(services);
      await runner.fill();
      if (Date.now() >= nextSweep && !stopping.signal.aborted) {
        nextSweep = Date.now() + SWEEP;
        await sweep();
      }
    } catch (error) {
      services.log.error("worker.failed", { error: String(error) });
    }
    schedule(LOOK);
  };
  /** The next look at the queue; an earlier one takes the place of a later one. */
  function schedule(after: number): void {
    clearTimeout(timer);
    if (stopping.signal.aborted) return;
    timer = setTimeout(() => turning = turning.then(turn), after);
  }
  schedule(LOOK);

  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await turning;
      await runner.allEnded();
    },
  };
}
