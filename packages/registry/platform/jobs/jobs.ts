import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";

/** The kinds of work done later: another look at a version whose audit or verification is open. */
export const JOB_KINDS = ["rescore"] as const;

/** A kind of work done later. */
export type JobKind = typeof JOB_KINDS[number];

/** A queue of work: at least once, one worker at a time for each job. */
export interface Jobs {
  /**
   * Queues work about `subject`, in the caller's transaction when `db` is one; a job already
   * waiting for that subject stays as it is.
   */
  add(db: Kysely<Schema>, kind: JobKind, subject: string, runAt: Date): Promise<void>;
}
