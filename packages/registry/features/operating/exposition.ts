import { registerProcess } from "@svc/http/metrics";
import { Counter, Gauge, Registry } from "prom-client";
import type { Services } from "../../access/services.ts";
import { VERSION } from "../../platform/config/version.ts";
import { countJobs } from "../../platform/jobs/list.ts";
import type { PoolUse } from "../../platform/store/postgres/pool.ts";
import { databaseBytes, freeBytes } from "./disk.ts";
import { oldestJob } from "./readiness.ts";
import type {} from "./requests.ts";
import { logFigures } from "../registry_log/figures.ts";
import { oldestUndecided } from "./undecided.ts";
import { rowCounts } from "./row_counts.ts";

/** Everything that the registry tells of itself, in the text format of Prometheus. */
export async function exposition(services: Services): Promise<string> {
  return await (await metricsOf(services)).metrics();
}

/** Everything that the registry tells of itself: this is where all of it is listed. */
export async function metricsOf(services: Services): Promise<Registry> {
  const { db, folder, requests, queries, loop, cacheHits } = services;
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers }).set(value);
  registerProcess(register, { server: "registry", version: VERSION });
  const answers = new Counter({
    name: "svc_requests_total",
    help: "Answers by route and HTTP status; 0 where the connection ended first",
    labelNames: ["route", "status"],
    registers,
  });
  for (const row of requests.rows()) answers.inc(row.labels, row.count);
  requests.register(register);
  const kept = new Counter({
    name: "svc_ready_answers_total",
    help: "Answers served from the cache, by route",
    labelNames: ["route"],
    registers,
  });
  for (const [route, answers] of cacheHits) kept.inc({ route }, answers);
  queries.register(register);
  loop.register(register);
  registerPool(register, services.pool());
  const rows = await rowCounts(services);
  const counted = (what: string) => `${what}; counted once a minute at most`;
  gauge("svc_extensions", counted("Extensions"), rows.extension);
  gauge("svc_extension_versions", counted("Published versions"), rows.extension_version);
  gauge("svc_users", counted("Accounts"), rows.user);
  const jobs = new Gauge({
    name: "svc_jobs",
    help: "Jobs by kind and state: waiting, running, or dead when they were given up",
    labelNames: ["kind", "state"],
    registers,
  });
  for (const row of await countJobs(db, services.now())) {
    jobs.set({ kind: row.kind, state: row.state }, row.jobs);
  }
  gauge(
    "svc_job_overdue_seconds",
    "How long the oldest job has been due",
    await oldestJob(services) / 1000,
  );
  gauge(
    "svc_quarantine_undecided_seconds",
    "How long the oldest quarantine that reports made waits for an operator; it ends by itself " +
      "after 72 hours",
    await oldestUndecided(services),
  );
  const lookups = new Gauge({
    name: "svc_lookup_service",
    help: "State of the circuit breaker of an outside service: 1 for the current one of closed " +
      "and open",
    labelNames: ["service", "state"],
    registers,
  });
  for (const { service, state } of services.lookups.services()) {
    for (const one of ["closed", "half-open", "open"] as const) {
      lookups.set({ service, state: one }, one === state ? 1 : 0);
    }
  }
  gauge(
    "svc_search_failing",
    "1 while the search index cannot be loaded or keeps getting lost",
    services.search.isFailing() ? 1 : 0,
  );
  gauge(
    "svc_log_lost",
    "1 while the registry's log has stopped, as the database has less than was served",
    services.registryLog?.lost() === undefined ? 0 : 1,
  );
  if (services.registryLog !== undefined) {
    const log = await logFigures(services.db);
    gauge("svc_log_entries", "Entries of the registry's log", log.entries);
    gauge("svc_log_waiting", "Events that have no place in the log yet", log.waiting);
    gauge(
      "svc_log_witnesses_missing",
      "Witnesses that have not signed the last head",
      log.unsigned,
    );
  }
  gauge(
    "svc_store_followed",
    "1 while this server learns of the changes of other servers within a second, so that its " +
      "cache is valid",
    services.following.current() ? 1 : 0,
  );
  gauge(
    "svc_store_damaged",
    "1 when the embedded database is damaged",
    services.damage() === undefined ? 0 : 1,
  );
  gauge("svc_database_bytes", "Size of the database", await databaseBytes(services));
  gauge("svc_disk_free_bytes", "Free space for the data folder", await freeBytes(folder.root));
  return register;
}

function registerPool(register: Registry, use: PoolUse | undefined): void {
  const registers = [register];
  const connections = new Gauge({
    name: "svc_database_connections",
    help: "Connections to Postgres by state: used or idle; none with the embedded store",
    labelNames: ["state"],
    registers,
  });
  if (use !== undefined) {
    connections.set({ state: "used" }, use.used);
    connections.set({ state: "idle" }, use.idle);
  }
  new Gauge({
    name: "svc_database_waiting",
    help: "Requests that wait for a connection to Postgres",
    registers,
  }).set(use?.waiting ?? 0);
}
