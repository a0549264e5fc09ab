/** Waits so many milliseconds, or until the signal aborts. */
export async function pauseFor(
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, milliseconds);
  signal?.addEventListener("abort", end);
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", end);
}
