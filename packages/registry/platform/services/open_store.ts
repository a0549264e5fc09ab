import type { DataFolder } from "../config/data_folder.ts";
import { storedJobs } from "../jobs/queue.ts";
import type { Store } from "./platform.ts";
import { folderBlobs } from "../store/blobs/mod.ts";
import { openSqlite } from "../store/sqlite.ts";

/** Opens the store, not yet migrated. The one place that knows which engines it is made of. */
export function openStore(folder: DataFolder): Store {
  return {
    db: openSqlite(folder.database),
    dialect: "sqlite",
    blobs: folderBlobs(folder.blobs),
    jobs: storedJobs,
  };
}
