import type { ColumnType } from "kysely";
import type { Fixed } from "../store/schema.ts";

/** The queue's one table. Times are ISO 8601 UTC text. */
declare module "../store/schema.ts" {
  interface Schema {
    job: JobTable;
  }
}

/** Work to be done later, leased by one worker at a time. */
export interface JobTable {
  id: Fixed<string>;
  kind: Fixed<string>;
  /** One waiting job a kind and subject. */
  subject: Fixed<string>;
  run_at: string;
  /** Since the job was last armed. */
  attempts: number;
  /** Rises each time the job is armed, also while it runs. */
  generation: number;
  /** No try begins later than this. */
  deadline: string;
  leased_until: string | null;
  /** Why the last try failed. */
  last_error: string | null;
  /** When it was given up; null while it waits or runs. */
  dead_at: ColumnType<string | null, string | null | undefined, string | null>;
  /** What it is part of (W3C Trace Context); null where no traces are made. */
  traceparent: ColumnType<string | null, string | null | undefined, string | null>;
}
