import type { Durations } from "./durations.ts";
import { createDurations } from "./durations.ts";

/** By how much the event loop was late. */
export type LoopDelays = Durations<never>;

/** How often is looked, in milliseconds. */
export const LOOK = 100;

/** Upper ends of the buckets, in seconds. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5] as const;

/** Nothing is counted yet. */
export function createLoopDelays(): LoopDelays {
  return createDurations({
    name: "svc_event_loop_delay_seconds",
    help: "Delay of a timer that runs ten times a second: how long all answers were held up",
    labels: [],
    ends: BUCKETS,
  });
}

/** Counts by how much the event loop is late until the returned function is called. */
export function followLoop(delays: Pick<LoopDelays, "observe">): () => void {
  let due = performance.now() + LOOK;
  const timer = setInterval(() => {
    const now = performance.now();
    delays.observe([], (now - due) / 1_000);
    due = now + LOOK;
  }, LOOK);
  Deno.unrefTimer(timer as unknown as number);
  return () => clearInterval(timer);
}
