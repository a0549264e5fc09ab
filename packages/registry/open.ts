import { createAuth } from "./features/identity/auth.ts";
import {
  type Config,
  createDataFolder,
  dataFolder,
  readOrCreateSecret,
} from "./platform/config/mod.ts";
import { createEvents } from "./platform/events/events.ts";
import { type Analyst, analystProcesses } from "./features/extensions/analysis/mod.ts";
import { createPublicReads } from "./features/extensions/read/public_reads.ts";
import { createPullCounter } from "./features/extensions/read/pulls.ts";
import { storedJobs } from "./platform/jobs/queue.ts";
import { createLog, type Log } from "./platform/log/mod.ts";
import type { Services } from "./access/services.ts";
import { folderBlobs } from "./platform/store/blobs/mod.ts";
import { migrate } from "./platform/store/migrate.ts";
import { fts5Search } from "./features/extensions/index/search_fts5.ts";
import { openSqlite } from "./platform/store/sqlite.ts";

/** What of the outside world a caller may replace. */
export interface OpenOptions {
  now?: () => Date;
  fetch?: typeof fetch;
  log?: Log;
  analyst?: Analyst;
}

/**
 * Opens the embedded store of `config`, creating and migrating what is needed.
 * Close it with {@link closeServices}.
 *
 * @throws SvcError `unavailable` when the store cannot be brought up to date.
 */
export async function openServices(given: Config, options: OpenOptions = {}): Promise<Services> {
  const now = options.now ?? (() => new Date());
  const folder = dataFolder(given.data);
  await createDataFolder(folder);
  const config: Config = {
    ...given,
    secret: given.secret || await readOrCreateSecret(folder),
    baseUrl: given.baseUrl || `http://localhost:${given.port}`,
  };
  const db = openSqlite(folder.database);
  const log = options.log ?? createLog(config.log, now);
  const events = createEvents();
  try {
    await migrate(db);
    return {
      config,
      folder,
      db,
      dialect: "sqlite",
      blobs: folderBlobs(folder.blobs),
      search: fts5Search,
      auth: await createAuth({ config, db, dialect: "sqlite", now, log }),
      log,
      jobs: storedJobs,
      events,
      publicReads: createPublicReads(events),
      pulls: createPullCounter(db, events, log),
      now,
      fetch: options.fetch ?? globalThis.fetch,
      analyst: options.analyst ??
        analystProcesses({ deno: Deno.execPath(), folders: [folder.uploads, folder.blobs] }),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Writes what is still in memory and closes the store. */
export async function closeServices(services: Services): Promise<void> {
  await services.analyst.close();
  await services.auth.close();
  await services.pulls.flush();
  await services.db.destroy();
}
