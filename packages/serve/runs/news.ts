/** Tells those who listen that there is something new about an id. */
export interface News {
  listen(id: string): Listening;
  tell(id: string): void;
  /** Wakes everybody. */
  tellAll(): void;
}

/** One that listens, until it is disposed. */
export interface Listening extends Disposable {
  /** Settles once there was news since it last did. */
  heard(): Promise<void>;
}

/** Nobody listens yet. */
export function news(): News {
  const listeners = new Map<string, Set<() => void>>();
  const tell = (id: string) => {
    for (const wake of listeners.get(id) ?? []) wake();
  };
  return {
    listen(id) {
      let fresh = false;
      let resume: (() => void) | undefined;
      const wake = () => {
        fresh = true;
        resume?.();
      };
      const all = listeners.get(id) ?? new Set();
      listeners.set(id, all.add(wake));
      return {
        async heard() {
          if (!fresh) await new Promise<void>((resolve) => resume = resolve);
          fresh = false;
          resume = undefined;
        },
        [Symbol.dispose]() {
          all.delete(wake);
          // A second time, the place may be that of others who have come since.
          if (all.size === 0 && listeners.get(id) === all) listeners.delete(id);
          wake();
        },
      };
    },
    tell,
    tellAll: () => [...listeners.keys()].forEach(tell),
  };
}
