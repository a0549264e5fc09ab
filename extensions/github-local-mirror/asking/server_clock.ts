/** The time of the host's servers, by their answers. Ours is not asked: it may be wrong. */
export interface ServerClock {
  /** Takes note of an answer. */
  see(answer: { headers: Headers }): void;
  /** Milliseconds since 1970 by the slowest server seen; null before an answer told. */
  now(): number | null;
  /** The same when the last answer came: that time has passed for certain. */
  told(): number | null;
}

/** A clock that no answer has set. @param passed milliseconds since some moment, replaced by tests */
export function serverClock(passed: () => number = () => performance.now()): ServerClock {
  let behind: number | null = null;
  let last = 0;
  return {
    see({ headers }) {
      const time = Date.parse(headers.get("date") ?? "");
      if (Number.isNaN(time)) return;
      last = passed();
      const offset = time - last;
      if (behind === null || offset < behind) behind = offset;
    },
    now: () => behind === null ? null : behind + passed(),
    told: () => behind === null ? null : behind + last,
  };
}
