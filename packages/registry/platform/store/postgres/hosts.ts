/** The addresses of one Postgres and its standbys. One of them should take writes. */
export interface Hosts {
  all: readonly string[];
  /** The one to connect to: the last that took writes, as far as is known. */
  current(): string;
  /** Tells that `url` did not take writes. Connections that are made from now on try the next. */
  leave(url: string): void;
  /**
   * Tells that `url` takes writes.
   *
   * @param timeline how often that Postgres, or what it is a copy of, was promoted
   * @returns false when it is not to be used: another was promoted over it, and it does not know
   */
  found(url: string, timeline: number): boolean;
  /** How often the newest that was found, or what it is a copy of, was promoted; 0 before one was. */
  timeline(): number;
  /** False once another was found to take writes, also at the same address. */
  isPrimary(url: string, timeline: number): boolean;
}

/** @param urls at least one; the first is tried first */
export function hostsOf(urls: readonly string[]): Hosts {
  let at = 0;
  let primary: string | undefined;
  let newest = 0;
  return {
    all: urls,
    current: () => urls[at]!,
    leave(url) {
      // Of those that fail at the same time one moves on.
      if (url === urls[at]) at = (at + 1) % urls.length;
    },
    found(url, timeline) {
      if (timeline < newest) return false;
      [primary, newest, at] = [url, timeline, urls.indexOf(url)];
      return true;
    },
    timeline: () => newest,
    isPrimary: (url, timeline) => primary === undefined || url === primary && timeline >= newest,
  };
}
