/** The addresses of one Postgres and its standbys. At most one of them takes writes. */
export interface Hosts {
  count: number;
  /** The one to connect to: the last that took writes, as far as is known. */
  current(): string;
  /** Tells that `url` did not take writes. Connections that are made from now on try the next. */
  leave(url: string): void;
}

/** @param urls at least one; the first is tried first */
export function hostsOf(urls: readonly string[]): Hosts {
  let at = 0;
  return {
    count: urls.length,
    current: () => urls[at]!,
    leave(url) {
      // Of those that fail at the same time one moves on.
      if (url === urls[at]) at = (at + 1) % urls.length;
    },
  };
}
