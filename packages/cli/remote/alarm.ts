/** A clock that rings once, after the time that was set last. */
export interface Alarm {
  /** Milliseconds from now (default: never). */
  set(milliseconds?: number): void;
}

/** Makes one that does not ring yet. */
export function alarm(ring: () => void): Alarm {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    set(milliseconds) {
      clearTimeout(timer);
      timer = milliseconds === undefined ? undefined : setTimeout(ring, milliseconds);
    },
  };
}
