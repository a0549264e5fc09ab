import type { RunRow } from "./row.ts";
import type { Ending } from "./store.ts";
import type { WaitedFor } from "./waiting.ts";

/** Looks on while runs are done. It neither throws nor changes anything about them. */
export interface RunObserver {
  /** Called for each run that begins. */
  begun(row: RunRow, waitedFor: WaitedFor, at: Date): void;
  /** Called each time that the state of a run cannot be written, which is tried again. */
  stateFailed(): void;
  /**
   * Called for each run that has ended, also of one that never began, and of those that a server before
   * this one left in progress.
   */
  ended(row: RunRow, ending: Ending, at: Date): void;
  /** Has a run done, and answers what that answers. Nobody learns of its end before this does. */
  around(row: RunRow, work: () => Promise<Ending>): Promise<Ending>;
}
