import type { RunSettings } from "../answers/run.ts";

/**
 * What becomes of a time while the run before it is not over: `skip` leaves it out; `queue` lets one run
 * wait and leaves out what comes beyond that.
 */
export type Overlap = "skip" | "queue";

/** A schedule as it is kept. */
export interface Schedule {
  id: string;
  name: string;
  behavior: string;
  method: string;
  /** As the operator wrote them: expressions in them are evaluated at each run. */
  inputs: Record<string, unknown>;
  settings: RunSettings;
  cron: string;
  timeZone: string;
  overlap: Overlap;
  /** True for one run when times were missed. */
  catchUp: boolean;
  createdAt: Date;
  /** The operator. */
  createdBy: string;
  /** The last time that was decided on, or when it was made. */
  decidedUntil: Date;
  missed: Missed;
  /** Id of its last run. */
  lastRun: string | null;
  /** Since when nothing comes of its times, and who said so. */
  paused: { at: Date; by: string } | null;
}

/** Times at which nothing ran, as the server was down or the machine slept. */
export interface Missed {
  count: number;
  /** There were more than were counted. */
  more: boolean;
  last: Date | null;
}

/** The outcome of a time. */
export interface Decision {
  at: Date;
  outcome: "ran" | "skipped" | "refused";
  run?: string | undefined;
  /** Why it did not run. */
  note?: string | undefined;
}
