/** A clock that rings once, after the time that was set last. */
export function alarm(ring: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Milliseconds from now (default: never). */
    set(milliseconds?: number) {
      clearTimeout(timer);
      timer = milliseconds === undefined ? undefined : setTimeout(ring, milliseconds);
    },
  };
}
