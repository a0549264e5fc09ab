import { type PostgresServer, startPostgres } from "@svc/fakes/postgres";
import pg from "pg";
import { type TestRegistry, testRegistry } from "../testing.ts";

/** One database and one folder of archives, for any number of servers. */
export interface Fleet extends AsyncDisposable {
  postgres: PostgresServer;
  /** What a server of the fleet is started with. */
  environment: Record<string, string>;
  /** The address of the database at another port. */
  through(port: number): string;
  /** Opens a server in this process. The first one makes the tables. */
  open(environment?: Record<string, string>): Promise<TestRegistry>;
}

/** The secret that all servers of a fleet have. */
const SECRET = "a fleet's secret, thirty-two characters or more";

/**
 * Starts Postgres with an empty database.
 *
 * @param settings of `postgresql.conf`
 */
export async function startFleet(
  settings: Readonly<Record<string, string>> = {},
): Promise<Fleet> {
  const postgres = await startPostgres(settings);
  const data = await Deno.makeTempDir({ prefix: "svc-fleet-" });
  const client = new pg.Client(postgres.tcpUrl("postgres"));
  await client.connect();
  await client.query("create database svc");
  await client.end();
  const url = new URL(postgres.tcpUrl("svc"));
  const environment = {
    SVC_DATA: data,
    SVC_DATABASE_URL: url.href,
    SVC_DATABASE_POOL: "4",
    SVC_SECRET: SECRET,
  };
  return {
    postgres,
    environment,
    through: (port) => Object.assign(new URL(url), { port: String(port) }).href,
    open: (own = {}) => testRegistry({ environment: { ...environment, ...own } }),
    async [Symbol.asyncDispose]() {
      await postgres[Symbol.asyncDispose]();
      await Deno.remove(data, { recursive: true });
    },
  };
}
