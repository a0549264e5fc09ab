import type { Log } from "@svc/http/log";
import type { Db } from "../store/schema.ts";
import type {} from "./tables.ts";

/**
 * The kinds of work done later, by name. Each part adds its own with `declare module`; `jobs.ts`
 * beside the app says what each one does.
 */
// deno-lint-ignore no-empty-interface
export interface JobKinds {}

/** A kind of work done later. */
export type JobKind = keyof JobKinds;

/** What one kind of job does. */
export interface KindOfJob {
  /**
   * Does a job about `subject`. Safe to do twice.
   *
   * @throws JobHeld when it has to wait for something else; any other error when it has to be tried
   *   again
   */
  run(subject: string): Promise<void>;
  /** How many of them one process does at a time, so that slow ones hold up only their own kind. */
  atOnce: number;
}

/** What each kind of job does. */
export type JobWork = Readonly<Record<JobKind, KindOfJob>>;

/** What working a queue takes. */
export interface JobContext {
  db: Db;
  log: Log;
  now(): Date;
}

/** Thrown by a job that cannot be done before `until`. It is put back, and that counts as no try. */
export class JobHeld extends Error {
  override readonly name = "JobHeld";

  constructor(readonly until: Date, reason: string) {
    super(reason);
  }
}

/** A queue of work: at least once, one worker at a time for each job. */
export interface Jobs {
  /**
   * Queues work about `subject`, in the caller's transaction when `db` is one; it is due at once. A
   * job that waits for that subject is armed again: the earlier time wins, tries and deadline
   * (`LIMITS.lookup`) start again. A job that runs is done again when it ends, and one that was given
   * up is due again.
   *
   * @param event when that happened which makes the work necessary
   */
  add(db: Db, kind: JobKind, subject: string, event: Date): Promise<void>;
}
