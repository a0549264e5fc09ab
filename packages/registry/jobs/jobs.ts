import type { Kysely, Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";

/** The kinds of work done later. */
export type JobKind = "rescore" | "sweep";

/** A queue of work: at least once, one worker at a time for each job. */
export interface Jobs {
  /** Queues work about `subject`, in the caller's transaction; a job already waiting stays as it is. */
  add(
    db: Kysely<Schema> | Transaction<Schema>,
    kind: JobKind,
    subject: string,
    runAt: Date,
  ): Promise<void>;
}
