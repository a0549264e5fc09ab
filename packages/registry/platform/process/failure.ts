/** Why a task was not done. */
export type FailureReason =
  /**
   * As many tasks as may wait are waiting, it has waited for as long as it may, or the system had no
   * room for a process.
   */
  | "busy"
  /** It took longer than its time limit; its process was ended. */
  | "late"
  /** Its process ended, of itself or for want of memory. */
  | "ended"
  /** The pool is closed. */
  | "closed";

/** A task that a pool of processes did not do. */
export class ProcessFailure extends Error {
  override readonly name = "ProcessFailure";

  constructor(readonly reason: FailureReason, options?: ErrorOptions) {
    super(`the task was not done: ${reason}`, options);
  }
}
