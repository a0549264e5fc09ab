import type { Answer } from "./answer.ts";
import { StoreFailure } from "./failure.ts";
import { isPassing } from "./refusal.ts";

/** How a request is tried again. */
export interface Retries {
  /** Tries in all. */
  tries: number;
  /** Waits so many milliseconds, or until the signal. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The longest time between two tries, also when the store asks for more. */
const LONGEST_PAUSE_MS = 20_000;

/** Tries without any answer: a person without a network is not to wait for long. */
const UNANSWERED_TRIES = 4;

/**
 * Sends until there is an answer that stays, with growing pauses of random length. Every request of
 * this client may be sent twice: writes have keys of their own or a condition.
 *
 * @param attempt one try; it may throw when there was no whole answer
 * @returns the last answer, also when it is a refusal
 * @throws StoreFailure `unreachable` when no try got an answer; the signal's reason
 */
export async function retried(
  attempt: () => Promise<Answer>,
  { tries, pause }: Retries,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  for (let tried = 1;; tried++) {
    let answer: Answer | undefined;
    try {
      answer = await attempt();
      if (!isPassing(answer) || tried === tries) return answer;
    } catch (error) {
      signal?.throwIfAborted();
      // What is not ours is a bug or the sandbox's refusal, unless the network threw it.
      if (!isOfNetwork(error)) throw error;
      if (tried >= Math.min(tries, UNANSWERED_TRIES)) throw lastOf(error, tried);
    }
    await pause(waitAfter(tried, answer), signal);
  }
}

/** Waits, and ends early with the signal's reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = () => reject(signal!.reason);
  signal?.addEventListener("abort", stop, { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  });
}

function waitAfter(tried: number, answer: Answer | undefined): number {
  const asked = Number(answer?.headers.get("retry-after") ?? "0") * 1000;
  const own = Math.random() * Math.min(LONGEST_PAUSE_MS, 400 * 2 ** tried);
  return Math.min(LONGEST_PAUSE_MS, Math.max(asked > 0 ? asked : 0, own));
}

function isOfNetwork(error: unknown): boolean {
  if (error instanceof StoreFailure) return error.code === "bad_answer";
  if (error instanceof TypeError) return true;
  if (error instanceof DOMException) return error.name === "TimeoutError";
  return error instanceof Deno.errors.Http ||
    ["ConnectionReset", "ConnectionRefused", "BrokenPipe", "UnexpectedEof", "TimedOut"]
      .some((name) => error instanceof Error && error.name === name);
}

function lastOf(error: unknown, tries: number): StoreFailure {
  if (error instanceof StoreFailure) return error;
  // The text of a network error names the address only, yet nothing of it is needed.
  return new StoreFailure(
    "unreachable",
    `${tries} tries had no answer; check 'endpoint' and the network`,
  );
}
