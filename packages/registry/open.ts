import { messageOf, SvcError } from "@svc/core/error";
import { type Compressor, threadedCompressor } from "@svc/http/prepared";
import { eventsOnce } from "./access/audit/once.ts";
import { createResponseCache } from "./access/response_cache/mod.ts";
import type { Services } from "./access/services.ts";
import { telemetrySink } from "./access/telemetry/telemetry.ts";
import {
  type Analyst,
  analystProcesses,
  tracedAnalyst,
} from "./features/extensions/analysis/mod.ts";
import { indexProcess } from "./features/extensions/index/process.ts";
import { searchIndex } from "./features/extensions/index/search_index.ts";
import type { IndexWorker } from "./features/extensions/index/worker.ts";
import { openTrustRoot } from "./features/extensions/provenance/trust_root.ts";
import { createPullCounter } from "./features/extensions/pulls/count.ts";
import { createEvidenceMemory } from "./features/extensions/score/evidence_cache.ts";
import { createNameReports } from "./features/reports/name_reports.ts";
import { createIssuerKeys } from "./features/publishing/issuers/keys.ts";
import { createReporters } from "./features/leaks/reporters.ts";
import { createLookups } from "./features/extensions/score/lookups.ts";
import { sourceProcesses, type SourceWorker } from "./features/extensions/source/process.ts";
import { sourceReader } from "./features/extensions/source/reader.ts";
import { isAnnounced } from "./features/extensions/upload/lay_upload.ts";
import { urlSigner } from "./features/extensions/upload/signed_url.ts";
import { EARLIER } from "./earlier.ts";
import { createAuth } from "./features/identity/auth.ts";
import { type HashPassword, hashPassword } from "./features/identity/password/hash.ts";
import { createRequestDurations } from "./features/operating/requests.ts";
import { createOutbox } from "./features/mail/outbox.ts";
import { mayAskForDevice } from "./features/oauth/clients.ts";
import { endGrants } from "./features/oauth/end_grants.ts";
import { oauthPlugins } from "./features/oauth/provider.ts";
import { openRegistryLog } from "./features/registry_log/registry_log.ts";
import { type ClientPackage, ownClientPackage } from "./features/install/client_package.ts";
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
import {
  type MailTransport,
  parseSender,
  parseSmtpUrl,
  smtpTransport,
} from "./platform/mail/mod.ts";
import { createLog, type Log } from "@svc/http/log";
import { createLoopDelays } from "@svc/http/metrics";
import { createQueryDurations, logSlowQueries, watchQueries } from "./platform/queries/mod.ts";
import { reportingDamage } from "./platform/store/blobs/mod.ts";
import { storeFailure } from "./platform/store/damage.ts";
import { assertIntact, assertPages } from "./platform/store/intact.ts";
import { assertWhole } from "./platform/store/half_moved.ts";
import { removeLeftovers } from "./platform/store/leftovers.ts";
import { migrate } from "./platform/store/migrate.ts";
import { isPostgres } from "./platform/store/engine.ts";
import { assertSharedFolder } from "./platform/services/shared_folder.ts";
import { openStore } from "./platform/services/open_store.ts";
import { type MarkdownRenderer, rendererProcesses } from "./platform/web/markdown/renderer.ts";

/** What of the outside world a caller may replace. */
export interface OpenOptions {
  now?: () => Date;
  fetch?: typeof fetch;
  log?: Log;
  analyst?: Analyst;
  compressor?: Compressor;
  /** Starts an empty search index. */
  search?: () => IndexWorker;
  sources?: SourceWorker;
  hashPassword?: HashPassword;
  markdown?: MarkdownRenderer;
  /** The client to hand out; the one of the build unless given. */
  clientPackage?: ClientPackage | undefined;
}

/**
 * Opens the store of `config`, creating and migrating what is needed, and makes what handlers work
 * with. Close it with {@link closeServices}.
 *
 * @throws SvcError `unavailable` when another process has the store, it is damaged, it cannot be
 *   brought up to date, or the store of archives cannot be used; `storage_full`
 */
export async function openServices(given: Config, options: OpenOptions = {}): Promise<Services> {
  const folder = dataFolder(given.data);
  const closed = await createDataFolder(folder, { proxyReads: given.blobsAccel !== "" });
  const claim = await claimDataFolder(folder, { alone: given.databaseUrl === "" });
  try {
    const services = await openClaimed(given, folder, claim, options);
    if (closed.length > 0) {
      services.log.warn("data.was_open_to_others", { paths: closed.join(", ") });
    }
    return services;
  } catch (error) {
    claim[Symbol.dispose]();
    if (given.databaseUrl !== "") throw error;
    const cause = error instanceof SvcError ? error.cause : error;
    throw storeFailure(cause, folder.database) ?? error;
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
    secret: given.secret || await secretOf(given, folder),
    baseUrl: given.baseUrl || `http://localhost:${given.port}`,
  };
  const log = options.log ?? createLog(config.log, now);
  if (config.databaseUrl === "") {
    await assertIntact(folder);
    if (!assertPages(folder.database)) {
      log.info("store.large", { hint: "Its pages are checked by: npm run admin -- check" });
    }
  }
  const queries = createQueryDurations();
  const watch = watchQueries({
    system: config.databaseUrl === "" ? "sqlite" : "postgresql",
    durations: queries,
    slow: logSlowQueries({ log, slowMs: config.slowQueryMs }),
  });
  const store = await openStore(config, folder, { queries: watch, log });
  const { db } = store;
  const events = createEvents();
  try {
    await assertWhole(db);
    await store.blobs.probe();
    await migrate(db, MIGRATIONS, EARLIER);
    if (isPostgres(db) && config.bucket === undefined) await assertSharedFolder(db, folder);
    const left = await removeLeftovers(folder, {
      alone: config.databaseUrl === "",
      isAnnounced: (id) => isAnnounced(db, id),
    });
    if (left > 0) log.info("store.tidied", { files: left });
    const provider = { mayAskForDevice, endGrants, plugins: oauthPlugins };
    const mailServer = mailServerOf(config);
    const outbox = createOutbox({ configured: mailServer !== undefined, jobs: store.jobs, now });
    const blobs = reportingDamage(store.blobs, log);
    const registryLog = await openRegistryLog({
      ...{ db, config, log, now },
      mark: store.mark,
      fetch: options.fetch ?? globalThis.fetch,
    });
    const following = store.follow(
      events,
      (error) => log.error("store.unfollowed", { error: messageOf(error) }),
    );
    return {
      ...store,
      blobs,
      registryLog,
      queries,
      loop: createLoopDelays(),
      following,
      ...await createAuth({
        ...{ config, db, events, following, now, log, outbox, provider },
        hashPassword: options.hashPassword ?? hashPassword,
      }),
      mailServer,
      outbox,
      config,
      folder,
      claim,
      log,
      events,
      leaving: new AbortController(),
      now,
      telemetry: telemetrySink(config, log),
      clientPackage: "clientPackage" in options ? options.clientPackage : await ownClientPackage(),
      search: searchIndex({
        db,
        log,
        start: options.search ?? (() => indexProcess({ deno: Deno.execPath() })),
      }),
      urls: urlSigner(config.secret, config.baseUrl),
      responseCache: createResponseCache({
        events,
        following,
        now,
        compressor: options.compressor ?? threadedCompressor(),
        capacity: config.keptMb * 2 ** 20,
      }),
      requests: createRequestDurations(),
      cacheHits: new Map(),
      trustRoot: await openTrustRoot(config),
      pulls: createPullCounter({ db, events, log, now }),
      eventsOnce: eventsOnce(db, config.secret),
      evidence: createEvidenceMemory(),
      lookups: createLookups({
        fetch: options.fetch ?? globalThis.fetch,
        now,
        log,
        answerMs: config.lookupMs,
      }),
      nameReports: createNameReports({ config, outbox, now }),
      issuerKeys: createIssuerKeys({ db, fetch: options.fetch ?? globalThis.fetch, now }),
      reporters: createReporters({
        known: config.leakReporters,
        fetch: options.fetch ?? globalThis.fetch,
        now,
      }),
      analyst: tracedAnalyst(
        options.analyst ??
          analystProcesses({ deno: Deno.execPath(), folders: [folder.uploads, folder.blobs] }),
      ),
      sources: sourceReader(
        options.sources ?? sourceProcesses({ deno: Deno.execPath(), folder: folder.uploads }),
        blobs,
        folder.uploads,
      ),
      markdown: options.markdown ?? rendererProcesses({ deno: Deno.execPath() }),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** The secret of a data folder is for the one server that has the folder. */
async function secretOf({ databaseUrl }: Config, folder: DataFolder): Promise<string> {
  if (databaseUrl === "") return await readOrCreateSecret(folder);
  throw new SvcError("validation_failed", "SVC_SECRET is needed with SVC_DATABASE_URL", {
    hint: "All servers of a database need the same secret: 'openssl rand -hex 32' makes one.",
  });
}

function mailServerOf({ smtpUrl, mailFrom, baseUrl }: Config): MailTransport | undefined {
  const [server, from] = [parseSmtpUrl(smtpUrl), parseSender(mailFrom)];
  return server && from && smtpTransport(server, from, new URL(baseUrl).hostname);
}

/** Writes what is still in memory and closes the store. */
export async function closeServices(services: Services): Promise<void> {
  await Promise.all([
    services.analyst.close(),
    services.search.close(),
    services.sources.close(),
    services.markdown.close(),
  ]);
  services.responseCache.compressor.close();
  await services.following.stop();
  await services.identity.close();
  await services.registryLog?.stop();
  await services.pulls.close();
  await services.db.destroy();
  services.claim[Symbol.dispose]();
}
