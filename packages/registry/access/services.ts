import type { Kysely } from "kysely";
import type { Auth } from "../features/identity/auth.ts";
import type { Config } from "../platform/config/mod.ts";
import type { DataFolder } from "../platform/config/data_folder.ts";
import type { Events } from "../platform/events/events.ts";
import type { TelemetrySink } from "./telemetry/telemetry.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Analyst } from "../features/extensions/analysis/mod.ts";
import type { PublicReads } from "../features/extensions/read/public_reads.ts";
import type { PullCounter } from "../features/extensions/read/pulls.ts";
import type { Log } from "../platform/log/log.ts";
import type { BlobStore } from "../platform/store/blobs/blob_store.ts";
import type { SearchIndex } from "../features/extensions/index/search_index.ts";
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
