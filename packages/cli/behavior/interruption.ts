/** The signals that ask a run to stop. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * A signal that aborts on the first Ctrl-C, so that a run can stop in good order; a second one ends
 * the process at once with 130. Listening ends when disposed.
 */
export function interruption(
  note: (line: string) => void,
  what = "the run",
): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const listener = () => {
    if (controller.signal.aborted) Deno.exit(130);
    note(`Stopping ${what}; interrupt again to end at once.`);
    controller.abort();
  };
  for (const name of SIGNALS) Deno.addSignalListener(name, listener);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of SIGNALS) Deno.removeSignalListener(name, listener);
    },
  };
}
