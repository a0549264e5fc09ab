/** How a client's requests end when their run is cancelled. `request` is any object that names one. */
export interface Cancelling {
  /** Sends a write, which is not given up half way. */
  write<T>(request: object, send: () => Promise<T>): Promise<T>;
  /** The outcome of a request, or the signal's reason when the run is cancelled before. */
  outcome<T>(request: object, ask: () => Promise<T>): Promise<T>;
}

/**
 * Ends requests with the run: one that waits or reads at once, a write that is on its way when its
 * answer is there, so that nobody has to guess whether it took effect. Nothing new is sent.
 */
export function cancelling(signal: AbortSignal): Cancelling {
  const onTheirWay = new Map<object, Promise<unknown>>();
  return {
    async write<T>(request: object, send: () => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      const sent = send();
      onTheirWay.set(request, sent);
      try {
        return await sent;
      } finally {
        onTheirWay.delete(request);
      }
    },
    async outcome<T>(request: object, ask: () => Promise<T>): Promise<T> {
      signal.throwIfAborted();
      const { promise: cancelled, reject } = Promise.withResolvers<never>();
      const stop = () => {
        const cancel = () => reject(signal.reason);
        const sent = onTheirWay.get(request);
        if (sent === undefined) cancel();
        else sent.catch(cancel);
      };
      signal.addEventListener("abort", stop, { once: true });
      try {
        return await Promise.race([ask(), cancelled]);
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  };
}
