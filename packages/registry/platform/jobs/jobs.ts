import type { Kysely } from "kysely";
import type { Log } from "../log/log.ts";
import type { Schema } from "../store/schema.ts";
import type {} from "./tables.ts";

/**
 * The kinds of work done later, by name. Each part adds its own with `declare module`; `jobs.ts`
 * beside the app says what each one does.
 */
// deno-lint-ignore no-empty-interface
export interface JobKinds {}

/** A kind of work done later. */
export type JobKind = keyof JobKinds;

/** What each kind of job does, given its subject. Throws when it has to be tried again. Safe to do twice. */
export type JobWork = Readonly<Record<JobKind, (subject: string) => Promise<void>>>;

/** What working a queue takes. */
export interface JobContext {
  db: Kysely<Schema>;
  log: Log;
  now(): Date;
}

/** A queue of work: at least once, one worker at a time for each job. */
export interface Jobs {
  /**
   * Queues work about `subject`, in the caller's transaction when `db` is one; it is due at once. A
   * job that waits for that subject is armed anew: the earlier time wins, tries and deadline
   * (`LIMITS.lookup`) start again. A job that runs is done once more when it ends.
   *
   * @param event when that happened which makes the work necessary
   */
  add(db: Kysely<Schema>, kind: JobKind, subject: string, event: Date): Promise<void>;
}
