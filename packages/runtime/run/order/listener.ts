import type { RunEvent } from "../calls/event.ts";

/** Whoever watches a run. */
export interface Listener {
  onEvent?: ((event: RunEvent) => void) | undefined;
}
