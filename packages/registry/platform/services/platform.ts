import type { Config } from "../config/mod.ts";
import type { DataFolder, FolderClaim } from "../config/data_folder.ts";
import type { Events } from "../events/events.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Log } from "@svc/http/log";
import type { LoopDelays } from "@svc/http/metrics";
import type { MailTransport } from "../mail/mod.ts";
import type { BlobStore, MarkStore, UploadStore } from "../store/blobs/mod.ts";
import type { QueryDurations } from "../queries/mod.ts";
import type { PoolUse } from "../store/postgres/pool.ts";
import type { Following } from "../store/following.ts";
import type { Db } from "../store/schema.ts";
import type { MarkdownRenderer } from "../web/markdown/renderer.ts";

/** The store: what is chosen once, at the start, and differs nowhere above. */
export interface Store {
  db: Db;
  blobs: BlobStore;
  uploads: UploadStore;
  /** Kept beside the archives. */
  mark: MarkStore;
  jobs: Jobs;
  /**
   * How a process that serves hears what others change: as the same events that it sends itself.
   *
   * @param failed is told when following breaks off; it is tried again by itself
   */
  follow(events: Events, failed: (error: unknown) => void): Following;
  /** What the database was found to be damaged by since it was opened; nothing is deleted then. */
  damage(): string | undefined;
  /** How much of the pool of connections is in use; undefined where there is none. */
  pool(): PoolUse | undefined;
}

/** What the platform gives every part: the outside world, each piece replaceable in tests. */
export interface Platform extends Store {
  following: Following;
  /** Duration of database statements. */
  queries: QueryDurations;
  /** By how much the event loop was late, while the server runs. */
  loop: LoopDelays;
  config: Config;
  /** Where the embedded store keeps its files. */
  folder: DataFolder;
  /** Keeps every other process out of the folder. */
  claim: FolderClaim;
  log: Log;
  events: Events;
  /** Aborted once the server is told to stop: it answers what comes, but wants no more of it. */
  leaving: AbortController;
  now(): Date;
  /** Takes mails; undefined when none is configured. */
  mailServer: MailTransport | undefined;
  /** Formats texts for pages. */
  markdown: MarkdownRenderer;
}
