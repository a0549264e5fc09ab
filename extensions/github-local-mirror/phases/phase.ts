import type { SyncRun } from "../run/sync_run.ts";

/** What a phase did. */
export interface PhaseEnd {
  /** False when something is left for the next run. */
  complete: boolean;
  /** Entries read, or things asked for in detail. */
  items: number;
}

/** One step of a sync. */
export interface Phase {
  /** Also the component of its collectionStatus. */
  name: string;
  run(run: SyncRun): Promise<PhaseEnd>;
}
