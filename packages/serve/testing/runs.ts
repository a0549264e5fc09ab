import type { RunView } from "../answers/run.ts";
import type { Runs } from "../runs/run.ts";

/** Runs that are what a test says; none can be started. */
export function scriptedRuns(...views: readonly RunView[]): Runs {
  return {
    submit: () => Promise.reject(new Error("no run is started here")),
    get: (id) => views.find((view) => view.id === id),
    list: () => [...views],
    cancel: (id) => views.find((view) => view.id === id),
    events: async function* () {},
    ended: () => Promise.resolve(),
    counts: () => ({ queued: 0, running: 0 }),
    close: () => Promise.resolve(),
  };
}
