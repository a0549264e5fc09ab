import type { Kysely } from "kysely";
import type { Auth } from "./auth/auth.ts";
import type { Config } from "./config/mod.ts";
import type { DataFolder } from "./config/data_folder.ts";
import type { Events } from "./events/events.ts";
import type { TelemetrySink } from "./identity/telemetry.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Analyst } from "./extensions/analysis/mod.ts";
import type { PublicReads } from "./extensions/read/public_reads.ts";
import type { PullCounter } from "./extensions/read/pulls.ts";
import type { Log } from "./log/log.ts";
import type { BlobStore } from "./store/blobs/blob_store.ts";
import type { SearchIndex } from "./store/search_index.ts";
import type { Schema } from "./store/schema.ts";

/** What handlers work with: the outside world, each part replaceable in tests. */
export interface Services {
  config: Config;
  /** Where the embedded store keeps its files. */
  folder: DataFolder;
  db: Kysely<Schema>;
  dialect: "sqlite" | "postgres";
  blobs: BlobStore;
  search: SearchIndex;
  auth: Auth;
  log: Log;
  jobs: Jobs;
  events: Events;
  publicReads: PublicReads;
  pulls: PullCounter;
  /** Where uses of the interface are counted; absent by default. */
  telemetry?: TelemetrySink;
  now(): Date;
  /** Outgoing requests: verification and audit only. */
  fetch: typeof fetch;
  /** Reads and analyses archives as data. */
  analyst: Analyst;
}
