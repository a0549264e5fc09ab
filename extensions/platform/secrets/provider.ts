/** The secrets of one vault, as svc asks for them. Each call throws a `SecretFailure`. */
export interface Provider {
  get(key: string): Promise<string>;
  put(key: string, value: string): Promise<void>;
  list(): Promise<string[]>;
  delete(key: string): Promise<void>;
  getName(): string;
}

/** A function that makes changes one after another: each starts when the one before has ended or failed. */
export function oneByOne(): <T>(change: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    const next = last.then(change);
    last = next.catch(() => {});
    return next;
  };
}
