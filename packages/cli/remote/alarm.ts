import { after } from "@svc/core/timer";

/** A clock that rings once, after the time that was set last. */
export function alarm(ring: () => void) {
  let timer: Disposable | undefined;
  return {
    /** Milliseconds from now (default: never). */
    set(milliseconds?: number) {
      timer?.[Symbol.dispose]();
      timer = milliseconds === undefined ? undefined : after(milliseconds, ring);
    },
  };
}
