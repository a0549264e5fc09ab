import pg from "pg";
import { MIGRATIONS } from "../migrations.ts";
import { migrate } from "../platform/store/migrate.ts";
import { openPostgres } from "../platform/store/postgres/open.ts";

/** A database of Postgres for one registry, dropped on disposal. */
export interface TestDatabase extends AsyncDisposable {
  url: string;
}

/** The server whose databases tests use; undefined leaves them with the embedded store. */
export const TEST_SERVER: string | undefined = Deno.env.get("SVC_TEST_DATABASE_URL") || undefined;

/** The number of the lock by which test processes take turns. */
const LOCK = 0x74657374;

/** A new database on {@link TEST_SERVER}, migrated unless `empty`; undefined without a server. */
export async function testDatabase(
  { empty = false }: { empty?: boolean } = {},
): Promise<TestDatabase | undefined> {
  if (TEST_SERVER === undefined) return undefined;
  const name = `svc_${crypto.randomUUID().replaceAll("-", "")}`;
  await onServer(TEST_SERVER, async (server) => {
    const from = empty ? "template0" : await template(server, TEST_SERVER);
    await server.query(`create database ${name} template ${from} strategy file_copy`);
  });
  return {
    url: addressOf(TEST_SERVER, name),
    [Symbol.asyncDispose]: () =>
      onServer(TEST_SERVER, async (server) => {
        await server.query(`drop database ${name} with (force)`);
      }),
  };
}

/** The migrated database that others are copied from: one for each process, shared by its files. */
async function template(server: pg.Client, address: string): Promise<string> {
  const name = `svc_template_${Deno.pid}`;
  const there = async () =>
    (await server.query("select 1 from pg_database where datname = $1 and datistemplate", [name]))
      .rows.length > 0;
  if (await there()) return name;
  await server.query(`select pg_advisory_lock(${LOCK})`);
  if (await there()) return name;
  await server.query(`drop database if exists ${name}`);
  await server.query(`create database ${name}`);
  const db = await openPostgres(addressOf(address, name), { connections: 2 });
  try {
    await migrate(db, MIGRATIONS);
  } finally {
    await db.destroy();
  }
  await server.query(`alter database ${name} is_template true`);
  return name;
}

async function onServer(url: string, act: (server: pg.Client) => Promise<void>): Promise<void> {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await act(server);
  } finally {
    await server.end();
  }
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
