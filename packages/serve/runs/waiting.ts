import type { RunRow } from "./row.ts";

/** What a run waits for: its turn among all, or longer, as its behavior was in use when it was queued. */
export type WaitedFor = "turn" | "behavior";

/** A run that waits. */
export interface Waiting {
  id: string;
  behavior: string;
  behaviorId: string;
  initiatedBy: string;
  waitsFor: WaitedFor;
  /** When it is refused if its behavior is still in use; milliseconds since 1970. */
  waitUntil: number;
  /** Since when, after that, another process was seen to hold it; milliseconds since 1970. */
  heldSince?: number;
}

/** Why a run is stopped. */
export interface StopReason {
  status: "cancelled" | "interrupted";
  message: string;
}

/** A run that is in progress. */
export interface AtWork extends Waiting {
  stop(reason: StopReason): void;
  ended: Promise<void>;
}

/** What of a queued run is held in memory. */
export function waitingOf(row: RunRow, waitsFor: WaitedFor): Waiting {
  return {
    id: row.id,
    behavior: row.behavior,
    behaviorId: row.behavior_id,
    initiatedBy: row.initiated_by,
    waitsFor,
    waitUntil: Date.parse(row.wait_until),
  };
}

/** The lock that a run of a behavior holds. */
export function lockOf(behaviorId: string): string {
  return `locks/${behaviorId}.lock`;
}
