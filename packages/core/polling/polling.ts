import { pauseFor } from "../timer/mod.ts";
import { type ErrorCode, isSvcError, type SvcError } from "../error/mod.ts";

/** How waiting is done, so that tests need not wait. */
export interface Waiting {
  /** Resolves after that many seconds. */
  wait(seconds: number): Promise<void>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The clock on the wall. */
export const REAL_TIME: Waiting = {
  wait: (seconds) => pauseFor(seconds * 1000),
  now: Date.now,
};

/** Seconds to wait longer when the server says to slow down (RFC 8628 §3.5). */
export const SLOW_DOWN_SECONDS = 5;

/** What one poll came to: a result, or how many seconds longer to wait from now on, and why. */
export type Polled<T> = { result: T } | { longer: number; trouble?: SvcError };

/** How often to poll, and until when. */
export interface Polling {
  /** Seconds between two polls. */
  interval: number;
  /** Seconds after which no poll begins. */
  expiresIn: number;
  /** What is thrown when the time is over without trouble. */
  expired(): SvcError;
}

/** What one poll may run into and a later one may not: a lost connection, a server that starts again. */
const PASSING: readonly ErrorCode[] = [
  "server_unreachable",
  "timeout",
  "unavailable",
  "rate_limited",
];

/**
 * Polls until there is a result: waits, asks, and reads what was answered. After trouble that may pass
 * it waits longer, as after `slow_down` (RFC 8628 §3.5), and goes on: whoever approves in a browser must
 * not have to begin again.
 *
 * @param read judges an answer; told how many seconds were waited for it
 * @throws SvcError when the time is over, what the last poll ran into or `expired`; what else `ask`
 *   throws, and all that `read` throws, at once
 */
export async function pollUntil<Answer, T>(
  { interval, expiresIn, expired }: Polling,
  ask: () => Promise<Answer>,
  read: (answer: Answer, pause: number) => Polled<T> | Promise<Polled<T>>,
  { wait, now }: Waiting = REAL_TIME,
): Promise<T> {
  const end = now() + expiresIn * 1000;
  let pause = interval;
  let trouble: SvcError | undefined;
  while (now() < end) {
    await wait(pause);
    const polled = await ask().then((answer) => read(answer, pause), troubleThatPasses);
    if ("result" in polled) return polled.result;
    pause += polled.longer;
    trouble = polled.trouble;
  }
  throw trouble ?? expired();
}

function troubleThatPasses(error: unknown): { longer: number; trouble: SvcError } {
  if (!isSvcError(error) || !PASSING.includes(error.code)) throw error;
  return { longer: SLOW_DOWN_SECONDS, trouble: error };
}

/** A number of seconds that a server sent, or `otherwise` when it is none that can be waited for. */
export function secondsOr(said: unknown, otherwise: number): number {
  return typeof said === "number" && said > 0 && said <= 3600 ? said : otherwise;
}
