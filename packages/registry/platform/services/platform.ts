import type { Kysely } from "kysely";
import type { Config } from "../config/mod.ts";
import type { DataFolder, FolderClaim } from "../config/data_folder.ts";
import type { Events } from "../events/events.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Log } from "../log/log.ts";
import type { BlobStore } from "../store/blobs/blob_store.ts";
import type { Schema } from "../store/schema.ts";
import type { MarkdownRenderer } from "../web/markdown/renderer.ts";

/** The store: what is chosen once, at the start, and differs nowhere above. */
export interface Store {
  db: Kysely<Schema>;
  dialect: "sqlite" | "postgres";
  blobs: BlobStore;
  jobs: Jobs;
}

/** What the platform gives every part: the outside world, each piece replaceable in tests. */
export interface Platform extends Store {
  config: Config;
  /** Where the embedded store keeps its files. */
  folder: DataFolder;
  /** Keeps every other process out of the folder. */
  claim: FolderClaim;
  log: Log;
  events: Events;
  now(): Date;
  /** Outgoing requests: verification and audit only. */
  fetch: typeof fetch;
  /** Formats texts for pages. */
  markdown: MarkdownRenderer;
}
