/** What bounds the runs of a server. */
export interface RunLimits {
  /** Runs in progress at once. */
  maxRuns: number;
  /** Runs that wait, of all callers and of one. */
  maxQueue: number;
  maxQueuePerCaller: number;
  /** The longest that a run may take, in milliseconds; what a caller gets that asks for nothing. */
  timeoutMs: number;
  /** The most memory of a run in megabytes; what a caller gets that asks for nothing. */
  memoryMb: number;
  /** Bytes of events that are kept of a run. */
  maxOutputBytes: number;
  /** Bytes of a result that are kept. */
  maxResultBytes: number;
  /**
   * Milliseconds that another svc process may hold the behavior of a run which was accepted, although
   * nobody asked to wait: a command that changes data does so for a moment.
   */
  patienceMs: number;
  /** How long ended runs are kept, how many, and how many bytes of their events and results. */
  keepDays: number;
  keepRuns: number;
  keepBytes: number;
}

/** The limits of a server whose operator says nothing. */
export function usualLimits(): RunLimits {
  return {
    maxRuns: navigator.hardwareConcurrency,
    maxQueue: 1000,
    maxQueuePerCaller: 200,
    timeoutMs: 3_600_000,
    memoryMb: 512,
    maxOutputBytes: 10_000_000,
    maxResultBytes: 1_000_000,
    patienceMs: 5000,
    keepDays: 30,
    keepRuns: 10_000,
    keepBytes: 2_000_000_000,
  };
}
