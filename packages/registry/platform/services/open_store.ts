import { sql } from "kysely";
import type { Log } from "@svc/http/log";
import type { Config } from "../config/config.ts";
import type { DataFolder } from "../config/data_folder.ts";
import { storedJobs } from "../jobs/queue.ts";
import type { QueryWatch } from "../queries/mod.ts";
import type { Store } from "./platform.ts";
import type { Following } from "../store/following.ts";
import type { Db } from "../store/schema.ts";
import { openSqlite } from "../store/sqlite.ts";
import { watchStore } from "../store/watch.ts";
import { folderBlobs, folderMark, folderUploads } from "../store/blobs/mod.ts";
import { openS3 } from "../store/blobs/s3/mod.ts";

/**
 * Opens the store, not yet migrated. The one place that knows which engines it is made of.
 *
 * @param told.queries told of each statement that has ended
 * @param told.log told when credentials of the bucket can no longer be renewed
 * @throws SvcError `unavailable` when Postgres cannot be used
 */
export async function openStore(
  config: Pick<
    Config,
    "databaseUrl" | "databasePool" | "databaseListenUrl" | "bucket" | "blobsProxy"
  >,
  folder: DataFolder,
  { queries, log }: { queries?: QueryWatch; log?: Log } = {},
): Promise<Store> {
  const { databaseUrl, databasePool, databaseListenUrl } = config;
  const rest = { ...openArchives(config, folder, log), jobs: storedJobs };
  if (databaseUrl === "") return { ...rest, ...embedded(folder, queries) };
  // Loaded only where it is used: the client takes as long to load as all of the embedded store.
  const { openPostgres } = await import("../store/postgres/open.ts");
  const { followPostgres } = await import("../store/postgres/follow.ts");
  let pool: Store["pool"] = () => undefined;
  let following: Following | undefined;
  const db = await openPostgres(databaseUrl, {
    connections: databasePool,
    doubtful: () => following?.current() === false,
    queries,
    use: (read) => pool = read,
  });
  const url = databaseListenUrl || databaseUrl;
  return {
    ...rest,
    db,
    follow: (events, failed) => following = followPostgres({ url, db, events, failed }),
    // Postgres looks after its pages itself.
    damage: () => undefined,
    pool,
  };
}

function embedded(
  folder: DataFolder,
  queries: QueryWatch | undefined,
): Pick<Store, "db" | "follow" | "damage" | "pool"> {
  let damage: string | undefined;
  const db = openSqlite(folder.database, {
    mark: folder.acknowledged,
    damaged: (message) => damage ??= message,
    queries,
  });
  return {
    db,
    damage: () => damage,
    pool: () => undefined,
    follow: (events, failed) =>
      watchStore(() => foreignCommits(db), () => events.emit("store.changed", {}), failed),
  };
}

/** A number that a commit of another process changes; this process's own commits leave it. */
async function foreignCommits(db: Db): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db);
  return rows[0]!.data_version;
}

/** Opens what keeps archives: the bucket of the settings, else the data folder. No request is made yet. */
function openArchives(
  { bucket, blobsProxy }: Pick<Config, "bucket" | "blobsProxy">,
  folder: DataFolder,
  log?: Log,
): Pick<Store, "blobs" | "uploads" | "mark"> {
  if (bucket === undefined) {
    return {
      blobs: folderBlobs(folder.blobs),
      uploads: folderUploads(folder.uploads),
      mark: folderMark(folder.blobs),
    };
  }
  return openS3({ target: bucket, proxied: blobsProxy, scratch: folder.uploads, log });
}
