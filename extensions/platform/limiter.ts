import { setTimeout } from "node:timers/promises";
import type { throttling } from "npm:@octokit/plugin-throttling@11.0.5";

type Job = (...args: unknown[]) => Promise<unknown>;

/** Says after how many milliseconds a job that failed is tried again, or nothing. */
type Failed = (error: unknown, info: { args: unknown[] }) => Promise<number | undefined>;

/**
 * Limiters in the place of the throttling plugin's own. Those work with timers and cost 12 ms of
 * waiting each, every request passes two, and pace and number of requests are kept elsewhere
 * (`callPace`, `writePace`, the callers' fan-outs). Searches keep the plugin's.
 *
 * @param signal ends the wait for a limit
 */
export function limiters(signal: AbortSignal): Partial<Parameters<typeof throttling>[1]> {
  return { global: OPEN, write: OPEN, notifications: OPEN, retryLimiter: waiting(signal) };
}

/** Lets everything through at once. */
const OPEN = {
  key: () => ({ schedule: (_options: unknown, job: Job, ...args: unknown[]) => job(...args) }),
};

/** Asks the plugin, when a job fails, whether to wait and try again. */
function waiting(signal: AbortSignal) {
  let failed: Failed = () => Promise.resolve(undefined);
  return {
    on(_event: "failed", handler: Failed) {
      failed = handler;
    },
    async schedule(job: Job, ...args: unknown[]): Promise<unknown> {
      for (;;) {
        try {
          return await job(...args);
        } catch (error) {
          const pause = await failed(error, { args });
          if (pause === undefined) throw error;
          await setTimeout(pause, undefined, { signal });
        }
      }
    },
  };
}
