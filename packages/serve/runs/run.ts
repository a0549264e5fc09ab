import type { RunEvent } from "@svc/runtime/run";
import type { RunSettings, RunSummary, RunView } from "../answers/run.ts";

/** What made a run begin. */
export type Trigger = RunView["trigger"];

/** How far a run is. */
export type RunStatus = RunView["status"];

/** A run that somebody asks for. */
export interface RunOrder {
  /** Name of the behavior. Its id is `definition_not_found`: allow lists hold names. */
  behavior: string;
  method: string;
  inputs: Record<string, unknown>;
  settings: RunSettings;
  trigger: Trigger;
  /** Who it is recorded as: `token:ci`, `user:ada`, `schedule:nightly`, `webhook:deploy`. */
  initiatedBy: string;
  /**
   * Milliseconds to wait while another run of the behavior is in progress or queued, here or in another
   * svc process; 0 to be refused at once.
   */
  waitMs: number;
  /** The same key from the same initiator is the same run, however often it is asked for. */
  idempotencyKey?: string | undefined;
  /** The trace that the run belongs to, as the header `traceparent` of W3C Trace Context. */
  traceparent?: string | undefined;
}

/** What happened in a run, in order. `ended` is the last; contents of data are left out. */
export type RunStreamEvent =
  | RunEvent
  | { kind: "queued"; position: number }
  /** Output beyond the limit is not kept. */
  | { kind: "truncated"; limitBytes: number }
  | { kind: "ended"; status: RunStatus };

/** An event with its number: 1 and up, without a gap. */
export interface NumberedEvent {
  seq: number;
  at: string;
  event: RunStreamEvent;
}

/** Which runs are wanted. */
export interface RunFilter {
  behavior?: string | undefined;
  method?: string | undefined;
  /** One of them, or any of several. */
  status?: RunStatus | readonly RunStatus[] | undefined;
  /** Who started it: `token:ci`, or `ci` whatever it is. */
  by?: string | undefined;
  /** Accepted at this time or later. */
  since?: Date | undefined;
  /** Accepted before this time. */
  until?: Date | undefined;
  /** Only runs of behaviors for which this says yes. */
  visible(behavior: string): boolean;
  /** Id of the last run of the page before. */
  before?: string | undefined;
  limit: number;
}

/** The runs of a server: accepted, queued, in progress and ended. */
export interface Runs {
  /**
   * Accepts a run. Expressions in its inputs are no more than texts, except those of a schedule, which
   * the operator wrote. It is on the disk when this returns: a server that is killed then runs it after its
   * restart.
   *
   * @throws SvcError `lock_timeout` (409) naming who holds the behavior; `rate_limited` with the seconds
   *   to wait when the queue is full; `conflict` for another run under the same idempotency key; `definition_not_found`, `unknown_method`, `unknown_argument`, `invalid_argument`,
   *   `consent_required` for what could never run; `unavailable` while the server stops
   * @param alongside called with the run's id, in the transaction that writes it: what it writes to the
   *   state is there together with the run or not at all, and there is no run when it throws. Not called
   *   for a run that there is already.
   */
  submit(order: RunOrder, alongside?: (id: string) => void): Promise<RunView>;
  get(id: string): RunView | undefined;
  /** Newest first. */
  list(filter: RunFilter): RunSummary[];
  /** Asks a run to stop; nothing happens to one that has ended. Undefined when there is none. */
  cancel(id: string, by: string): RunView | undefined;
  /**
   * The events behind number `after`, those of the past first; ends behind `ended`, or with `signal`.
   * Reads from the disk, so that a slow reader costs no memory.
   */
  events(id: string, after: number, signal: AbortSignal): AsyncIterable<NumberedEvent>;
  /** Settles when a run has ended, or with `signal`; at once when there is none. */
  ended(id: string, signal: AbortSignal): Promise<void>;
  /** How many are queued and in progress, for metrics. */
  counts(): { queued: number; running: number };
  /** Accepts no more, gives those in progress `graceMs`, then cancels them; queued ones stay queued. */
  close(graceMs: number): Promise<void>;
}
