import { SvcError } from "@svc/core/error";
import { Kysely } from "kysely";
import pg from "pg";
import type { Schema } from "../schema.ts";
import { addressesOf } from "./address.ts";
import { SharedSchemaPostgres } from "./dialect.ts";
import { AT_PRIMARY, postgresFailure } from "./failure.ts";
import { type Hosts, hostsOf } from "./hosts.ts";
import { clientConfig, guardedPool, LIMITS, type PoolOptions, SERVER_LIMITS } from "./pool.ts";
import { timelineOf } from "./timeline.ts";

/** The oldest release that is supported. */
const OLDEST = 15;

/**
 * Connects to Postgres and checks that the store can live there.
 *
 * No connection keeps anything between two transactions, so a pooler in transaction mode may stand
 * between.
 *
 * @param url of a form that `isPostgresUrl` accepts
 * @throws SvcError `unavailable`, saying what to change; never with the URL or its password
 */
export async function openPostgres(
  url: string,
  options: PoolOptions,
): Promise<Kysely<Schema>> {
  const hosts = hostsOf(addressesOf(url));
  const config = await primaryOf(hosts);
  return new Kysely<Schema>({
    dialect: new SharedSchemaPostgres(guardedPool(config, hosts, options)),
  });
}

/** A server that can be used, and how. */
interface Usable {
  url: string;
  config: pg.ClientConfig;
  timeline: number;
}

/** Looks at all of `hosts`, and leaves them at the one that is the primary. */
async function primaryOf(hosts: Hosts): Promise<pg.ClientConfig> {
  const looks = await Promise.allSettled(hosts.all.map(look));
  const usable = looks.flatMap((one) => one.status === "fulfilled" ? [one.value] : [])
    // The first of those that are alike, as poolers before the same one are.
    .toSorted((one, other) => other.timeline - one.timeline)[0];
  if (usable === undefined) throw (looks.at(-1) as PromiseRejectedResult).reason;
  hosts.found(usable.url, usable.timeline);
  return usable.config;
}

async function look(url: string): Promise<Usable> {
  try {
    const config = clientConfig(url);
    try {
      const limited = { ...config, ...SERVER_LIMITS };
      return { url, config: limited, timeline: await check(limited) };
    } catch (error) {
      if (!refusesLimits(error)) throw error;
      // A pooler. The operator gives the role its limits (docs/operating.md).
      return { url, config, timeline: await check(config) };
    }
  } catch (error) {
    if (error instanceof SvcError) throw error;
    throw unreadable(error) ?? postgresFailure(error) ??
      unusable("Postgres cannot be used", "The log of Postgres tells more.", error);
  }
}

/** pgbouncer's words. */
function refusesLimits(error: unknown): boolean {
  return /unsupported startup parameter/.test(String((error as Error)?.message));
}

/** A certificate or key that the URL names. */
function unreadable(error: unknown): SvcError | undefined {
  const { syscall, path, code } = error as { syscall?: string; path?: string; code?: string };
  if (syscall !== "open") return undefined;
  const hint = `Check sslrootcert, sslcert and sslkey of SVC_DATABASE_URL (${code}).`;
  return unusable(`${path} cannot be read`, hint, error);
}

interface Answer {
  version: number;
  encoding: string;
  standby: number;
  schema: string | null;
  may_create: number | null;
}

/** @returns its timeline */
async function check(config: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Answer>(`select
      current_setting('server_version_num')::integer as version,
      current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as standby,
      current_schema() as schema,
      has_schema_privilege(current_schema(), 'create') as may_create`);
    assertUsable(rows[0]!);
    // Asked by itself: another encoding could not even hold the question.
    const { rows: [locale] } = await client.query(`select lower('Ж') = 'ж' as letters`);
    if (!locale.letters) throw unsuited("The database's locale knows no letters beyond ASCII");
    return await timelineOf(client, LIMITS.proof);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function assertUsable({ version, encoding, standby, schema, may_create }: Answer): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST) {
    throw unusable(`Postgres ${major} is too old`, `Use Postgres ${OLDEST} or newer.`);
  }
  if (encoding !== "UTF8") throw unsuited(`The database has the encoding ${encoding}, not UTF8`);
  if (standby) {
    throw unusable(
      "Postgres takes no writes: it is a standby",
      AT_PRIMARY,
    );
  }
  if (schema === null || !may_create) {
    throw unusable(
      "The user of SVC_DATABASE_URL may not create tables in the database",
      "Let the user own the database: alter database <database> owner to <user>",
    );
  }
}

function unsuited(message: string): SvcError {
  return unusable(
    message,
    "Create it so: createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 <database>",
  );
}

function unusable(message: string, hint: string, cause?: unknown): SvcError {
  return new SvcError("unavailable", message, { hint, ...(cause === undefined ? {} : { cause }) });
}
