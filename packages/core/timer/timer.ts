/**
 * Calls `ring` after that many milliseconds, unless it is disposed of before.
 *
 * Client code takes this and not `setTimeout`: at the first use of that, or of `clearTimeout`, Deno loads
 * the timers of Node, which takes 8 ms, a third of a bare start.
 */
export function after(milliseconds: number, ring: () => void): Disposable {
  const time = AbortSignal.timeout(milliseconds);
  time.addEventListener("abort", ring);
  return { [Symbol.dispose]: () => time.removeEventListener("abort", ring) };
}

/** Waits that many milliseconds, or until the signal aborts. */
export async function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  using _time = after(milliseconds, end);
  signal?.addEventListener("abort", end);
  await promise;
  signal?.removeEventListener("abort", end);
}
