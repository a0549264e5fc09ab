import type { Services } from "./access/services.ts";
import { telemetrySink } from "./access/telemetry/telemetry.ts";
import { type Analyst, analystProcesses } from "./features/extensions/analysis/mod.ts";
import { searchIndex } from "./features/extensions/index/choose.ts";
import { createPublicReads } from "./features/extensions/read/public_reads.ts";
import { createPullCounter } from "./features/extensions/read/pulls.ts";
import { createEvidenceMemory } from "./features/extensions/score/evidence_cache.ts";
import { urlSigner } from "./features/extensions/upload/signed_url.ts";
import { createAuth } from "./features/identity/auth.ts";
import { mayAskForDevice } from "./features/oauth/clients.ts";
import { oauthPlugins } from "./features/oauth/provider.ts";
import { MIGRATIONS } from "./migrations.ts";
import {
  claimDataFolder,
  type Config,
  createDataFolder,
  type DataFolder,
  dataFolder,
  type FolderClaim,
  readOrCreateSecret,
} from "./platform/config/mod.ts";
import { createEvents } from "./platform/events/events.ts";
import { createLog, type Log } from "./platform/log/mod.ts";
import { migrate } from "./platform/store/migrate.ts";
import { openStore } from "./platform/services/open_store.ts";
import { type MarkdownRenderer, rendererProcesses } from "./platform/web/markdown/renderer.ts";
import type {} from "./features/extensions/analysis/analyst.ts";

/** What of the outside world a caller may replace. */
export interface OpenOptions {
  now?: () => Date;
  fetch?: typeof fetch;
  log?: Log;
  analyst?: Analyst;
  markdown?: MarkdownRenderer;
}

/**
 * Opens the store of `config`, creating and migrating what is needed, and makes what handlers work
 * with. Close it with {@link closeServices}.
 *
 * @throws SvcError `unavailable` when another process has the store, or it cannot be brought up to
 *   date.
 */
export async function openServices(given: Config, options: OpenOptions = {}): Promise<Services> {
  const folder = dataFolder(given.data);
  await createDataFolder(folder);
  const claim = await claimDataFolder(folder);
  try {
    return await openClaimed(given, folder, claim, options);
  } catch (error) {
    claim[Symbol.dispose]();
    throw error;
  }
}

async function openClaimed(
  given: Config,
  folder: DataFolder,
  claim: FolderClaim,
  options: OpenOptions,
): Promise<Services> {
  const now = options.now ?? (() => new Date());
  const config: Config = {
    ...given,
    secret: given.secret || await readOrCreateSecret(folder),
    baseUrl: given.baseUrl || `http://localhost:${given.port}`,
  };
  const store = openStore(folder);
  const { db, dialect } = store;
  const log = options.log ?? createLog(config.log, now);
  const events = createEvents();
  try {
    await migrate(db, MIGRATIONS);
    const provider = { mayAskForDevice, plugins: oauthPlugins };
    return {
      ...store,
      ...await createAuth({ config, db, dialect, now, log, provider }),
      config,
      folder,
      claim,
      log,
      events,
      now,
      fetch: options.fetch ?? globalThis.fetch,
      telemetry: telemetrySink(config, log),
      search: searchIndex(dialect),
      urls: await urlSigner(config.secret, config.baseUrl),
      publicReads: createPublicReads(events),
      pulls: createPullCounter(db, events, log),
      evidence: createEvidenceMemory(),
      analyst: options.analyst ??
        analystProcesses({ deno: Deno.execPath(), folders: [folder.uploads, folder.blobs] }),
      markdown: options.markdown ?? rendererProcesses({ deno: Deno.execPath() }),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Writes what is still in memory and closes the store. */
export async function closeServices(services: Services): Promise<void> {
  await Promise.all([services.analyst.close(), services.markdown.close()]);
  await services.identity.close();
  await services.pulls.flush();
  await services.db.destroy();
  services.claim[Symbol.dispose]();
}
