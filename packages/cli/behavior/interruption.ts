/** The signals that ask a run to stop. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** How a command answers to interruptions. */
export interface Answering {
  signals: readonly Deno.Signal[];
  /** Tells what the first one does. */
  first(): void;
  /** Tells what the second one leaves behind. */
  second?(): void;
}

/**
 * A signal that aborts on the first Ctrl-C, so that a run can stop in good order; a second one ends
 * the process at once with 130. Listening ends when disposed.
 */
export function interruption(
  note: (line: string) => void,
  what = "the run",
): { signal: AbortSignal } & Disposable {
  return interruptionBy({
    signals: SIGNALS,
    first: () => note(`Stopping ${what}; interrupt again to kill it.`),
  });
}

/** As {@linkcode interruption}, for signals and words of one's own. */
export function interruptionBy(
  { signals, first, second }: Answering,
): { signal: AbortSignal } & Disposable {
  const controller = new AbortController();
  const listener = () => {
    if (controller.signal.aborted) {
      second?.();
      Deno.exit(130);
    }
    first();
    controller.abort();
  };
  for (const name of signals) Deno.addSignalListener(name, listener);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of signals) Deno.removeSignalListener(name, listener);
    },
  };
}
