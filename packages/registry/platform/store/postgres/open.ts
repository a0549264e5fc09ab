import { SvcError } from "@svc/core/error";
import { Kysely } from "kysely";
import pg from "pg";
import type { Db } from "../schema.ts";
import { SharedSchemaPostgres } from "./dialect.ts";
import { AT_PRIMARY, postgresFailure } from "./failure.ts";
import { clientConfig, guardedPool, type PoolOptions, SERVER_LIMITS } from "./pool.ts";

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
): Promise<Db> {
  const config = await usable(url);
  return new Kysely({ dialect: new SharedSchemaPostgres(guardedPool(config, options)) });
}

/** How a server that can be used is connected to. */
async function usable(url: string): Promise<pg.ClientConfig> {
  try {
    const config = clientConfig(url);
    try {
      const limited = { ...config, ...SERVER_LIMITS };
      await check(limited);
      return limited;
    } catch (error) {
      if (!refusesLimits(error)) throw error;
      // A pooler. The operator gives the role its limits (docs/operating.md).
      await check(config);
      return config;
    }
  } catch (error) {
    if (error instanceof SvcError) throw error;
    throw unreadable(error) ?? postgresFailure(error) ??
      unusable("Postgres cannot be used", "The log of Postgres says more.", error);
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

/** What a server says of itself and the database. */
interface Answer {
  version: number;
  encoding: string;
  standby: number;
  schema: string | null;
  may_create: number | null;
}

async function check(config: pg.ClientConfig): Promise<void> {
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
    if (!locale.letters) throw unsuited("The database's locale has no letters beyond ASCII");
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @throws SvcError with what to do */
export function assertUsable({ version, encoding, standby, schema, may_create }: Answer): void {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST) {
    throw unusable(`Postgres ${major} is too old`, `Use Postgres ${OLDEST} or newer.`);
  }
  if (encoding !== "UTF8") throw unsuited(`The database has the encoding ${encoding}, not UTF8`);
  if (standby) {
    throw unusable("Postgres is read-only: it is a standby", AT_PRIMARY);
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
  return new SvcError("unavailable", message, { hint, cause });
}
