import { SvcError } from "@svc/core/error";
import { registerProcess } from "@svc/http/metrics";
import type { App } from "@svc/http/edge";
import { timingSafeEqual } from "node:crypto";
import { Counter, Gauge, Registry } from "prom-client";
import { keyHash } from "../../access/credential/key_hash.ts";
import type { Services } from "../../access/services.ts";
import { countJobs } from "../../platform/jobs/list.ts";
import { VERSION } from "../../platform/config/version.ts";
import type {} from "../extensions/record/tables.ts";
import { databaseBytes, freeBytes } from "./disk.ts";
import { oldestJob } from "./ready.ts";
import type {} from "./requests.ts";

/** Headers that a proxy adds: a request with one comes from further away than its connection. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

const LOOPBACK = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/i;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * Mounts `GET /metrics`, in the text format of Prometheus: for who has the token of
 * `SVC_METRICS_TOKEN`; without such a setting, for this machine. It has its own credential, so the
 * policy table has no row for it.
 */
export function mountMetrics(app: App, services: Services): void {
  app.get("/metrics", async (context) => {
    await services.auth.limits.address(context.get("address"));
    assertMayRead(services.config.metricsToken, context.req.raw, context.env?.remoteAddress);
    return new Response(await exposition(services), {
      headers: {
        "content-type": Registry.PROMETHEUS_CONTENT_TYPE,
        "cache-control": "no-store",
      },
    });
  });
}

/**
 * @throws SvcError `not_authenticated` without the token, where there is one; `forbidden` for who is
 *   not on this machine, where there is none
 */
function assertMayRead(token: string, { headers }: Request, connection: string | undefined): void {
  if (token !== "") {
    const given = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? "";
    // Hashes have one length, and tell nothing of what they are of.
    const [one, other] = [keyHash(given), keyHash(token)].map((hash) =>
      new TextEncoder().encode(hash)
    );
    if (timingSafeEqual(one!, other!)) return;
    throw new SvcError("not_authenticated", "Metrics need their token", {
      hint: "Send 'Authorization: Bearer <token>' with what SVC_METRICS_TOKEN says on the server.",
    });
  }
  const own = LOOPBACK.test(connection ?? "") && LOOPBACK_HOST.test(headers.get("host") ?? "") &&
    FORWARDED.every((name) => !headers.has(name));
  if (own) return;
  throw new SvcError("forbidden", "Metrics are read on the server's own machine", {
    hint: "To read them from elsewhere, set SVC_METRICS_TOKEN on the server and send that.",
  });
}

async function exposition(services: Services): Promise<string> {
  const { db, folder, requests } = services;
  const register = new Registry();
  const registers = [register];
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers }).set(value);
  const count = async (table: "extension" | "extension_version" | "user") =>
    Number(
      (await db.selectFrom(table).select((of) => of.fn.countAll().as("rows"))
        .executeTakeFirstOrThrow()).rows,
    );

  registerProcess(register, VERSION);
  const answers = new Counter({
    name: "svc_requests_total",
    help: "Answers by route and HTTP status; 0 where the connection ended first",
    labelNames: ["route", "status"],
    registers,
  });
  for (const row of requests.rows()) answers.inc(row.labels, row.count);
  requests.register(register);
  gauge("svc_extensions", "Extensions", await count("extension"));
  gauge("svc_extension_versions", "Published versions", await count("extension_version"));
  gauge("svc_users", "Accounts", await count("user"));
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
    "For how long the oldest job has been due",
    await oldestJob(services) / 1000,
  );
  const lookups = new Gauge({
    name: "svc_lookup_service",
    help: "1 for the state of an outside service: closed is asked, open is left alone for now",
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
    "1 while the search index cannot be loaded or is lost again and again",
    services.search.isFailing() ? 1 : 0,
  );
  gauge("svc_database_bytes", "Size of the database", await databaseBytes(services));
  gauge("svc_disk_free_bytes", "Free space for the data folder", await freeBytes(folder.root));
  return await register.metrics();
}
