import type { RunRow } from "./row.ts";
import type { Ending } from "./store.ts";

/** Looks on while runs are done. It neither throws nor changes anything about them. */
export interface RunObserver {
  /** Called for each run that has ended, also of one that never began. */
  ended(row: RunRow, ending: Ending, at: Date): void;
  /** Has a run done, and answers what that answers. Nobody learns of its end before this does. */
  around(row: RunRow, work: () => Promise<Ending>): Promise<Ending>;
}
