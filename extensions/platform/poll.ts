import { setTimeout } from "node:timers/promises";

/** Time as a method that waits sees it. Tests bring one of their own. */
export interface Timer {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with the abort when the run is cancelled before. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/** The machine's own time. A clock that is set meanwhile makes no wait longer or shorter. */
export const realTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  wait: async (ms, signal) => await setTimeout(ms, undefined, { signal }),
};

/** How often and how long to ask. */
export interface PollOptions {
  timer: Timer;
  /** No question is asked after this time, in milliseconds; the first one always is. */
  timeoutMs: number;
  intervalMs: number;
  signal: AbortSignal;
}

/**
 * Asks until there is an answer. The last wait is shortened so that the time is used up, but not
 * exceeded.
 *
 * @param ask gives undefined as long as there is nothing to say; is told for how long it was asked
 * @returns the answer, or undefined when the time was up
 */
export async function poll<Answer>(
  ask: (elapsedMs: number) => Promise<Answer | undefined>,
  { timer, timeoutMs, intervalMs, signal }: PollOptions,
): Promise<Answer | undefined> {
  const start = timer.now();
  for (;;) {
    signal.throwIfAborted();
    const elapsed = timer.now() - start;
    const answer = await ask(elapsed);
    if (answer !== undefined) return answer;
    const left = timeoutMs - (timer.now() - start);
    if (left <= 0) return undefined;
    await timer.wait(Math.min(intervalMs, left), signal);
  }
}
