import { SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { z } from "zod";
import { defineEndpoint } from "../../access/endpoint/endpoint.ts";
import type { Services } from "../../access/services.ts";
import type {} from "../registry_log/registry_log.ts";
import { freeBytes } from "./disk.ts";
import { inTime } from "./in_time.ts";

/** What a server needs to serve, each tried for itself. */
export interface Checks {
  /** Answers and can be written. */
  database: boolean;
  /**
   * Something can be written beside the archives, read back and removed. A server without its bucket
   * is ready: what is kept and the database are read as before, and no other server has another.
   */
  archives: boolean;
  /** Room for the largest upload and then some. */
  disk: boolean;
  /** False while work has been due for long. It is done late, so the server still counts as ready. */
  jobs: boolean;
  /** False while the log has stopped, as its database has less than was served. All else works. */
  log: boolean;
  /** False while the search index is lost again and again. All but search works, so it is ready. */
  search: boolean;
}

/** Free bytes below which a server is not ready: twice what one publication may need. */
export const LEAST_FREE = 256 * 1024 * 1024;

/** How long work may have been due, in milliseconds. */
const OVERDUE = 60 * 60_000;

/** How long one look counts, in milliseconds: anybody may ask. */
const FRESH = 2_000;

/** Seconds after which to ask again. */
const AGAIN = "5";

/** Without these a server is not ready. */
const NEEDED = ["database", "archives", "disk"] as const;

/** Those of them that are its own; a bucket is everybody's. */
const ALSO_WITHOUT_BUCKET = ["database", "disk"] as const;

const STATE = z.enum(["ok", "failing"]);

const READY = z.object({
  status: z.literal("ready"),
  checks: z.object({
    database: STATE,
    archives: STATE,
    disk: STATE,
    jobs: STATE,
    search: STATE,
    log: STATE,
  }),
}).meta({ id: "Ready" });

const looks = new WeakMap<Services, { at: number; checks: Promise<Checks> }>();

/**
 * `GET /readyz`: whether the server and what it stands on do their work. It tells no more than which
 * part fails; why stands in the log.
 */
export const readiness = defineEndpoint({
  key: "service.ready",
  description: "Checks the database, the archive store, free disk space, the job queue, the " +
    "search index and the log, a few seconds each. 503 when one of the first three fails, or while the " +
    "server is stopping. A bucket for archives does not count.",
  response: READY,
  errors: ["unavailable"],
  async handle({ services }) {
    if (services.leaving.signal.aborted) throw leaving();
    const checks = await look(services);
    const needed = services.config.bucket === undefined ? NEEDED : ALSO_WITHOUT_BUCKET;
    const failing = needed.filter((part) => !checks[part]);
    if (failing.length === 0) return { status: "ready" as const, checks: statesOf(checks) };
    throw new SvcError("unavailable", `Not ready: ${failing.join(", ")}`, {
      hint: `Try again in ${AGAIN} s; the server's log says why.`,
      details: [
        { path: "retry-after", message: AGAIN },
        ...failing.map((path) => ({ path, message: "failing" })),
      ],
    });
  },
});

function leaving(): SvcError {
  return new SvcError("unavailable", "Not ready: the server is stopping", {
    hint: "Use another server, or try again when this one has restarted.",
    details: [{ path: "retry-after", message: AGAIN }],
  });
}

function statesOf(checks: Checks) {
  const state = (good: boolean) => good ? "ok" as const : "failing" as const;
  return {
    database: state(checks.database),
    archives: state(checks.archives),
    disk: state(checks.disk),
    jobs: state(checks.jobs),
    search: state(checks.search),
    log: state(checks.log),
  };
}

function look(services: Services): Promise<Checks> {
  const at = performance.now();
  const known = looks.get(services);
  if (known !== undefined && at - known.at < FRESH) return known.checks;
  const checks = lookNow(services);
  looks.set(services, { at, checks });
  return checks;
}

async function lookNow(services: Services): Promise<Checks> {
  const { folder, log } = services;
  const tried = async (part: keyof Checks, attempt: () => Promise<boolean>) => {
    try {
      if (await inTime(attempt())) return true;
      log.warn("ready.failing", { part });
    } catch (error) {
      log.warn("ready.failing", { part, error: String(error) });
    }
    return false;
  };
  const [database, archives, disk, jobs] = await Promise.all([
    tried("database", async () => {
      await sql`select 1 from kysely_migration limit 1`.execute(services.db);
      return services.damage() === undefined;
    }),
    tried("archives", async () => {
      await services.blobs.probe();
      return true;
    }),
    tried("disk", async () => await freeBytes(folder.root) >= LEAST_FREE),
    tried("jobs", async () => await oldestJob(services) < OVERDUE),
  ]);
  return {
    ...{ database, archives, disk, jobs },
    search: !services.search.isFailing(),
    log: services.registryLog?.lost() === undefined,
  };
}

/** For how long the job that waits longest has been due, in milliseconds; 0 when none is. */
export async function oldestJob({ db, now }: Pick<Services, "db" | "now">): Promise<number> {
  const { due } = await db.selectFrom("job").where("dead_at", "is", null)
    .select((job) => job.fn.min("run_at").as("due")).executeTakeFirstOrThrow();
  return due === null ? 0 : Math.max(0, now().getTime() - Date.parse(due));
}
