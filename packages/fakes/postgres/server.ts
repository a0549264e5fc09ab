import { type Cluster, startCluster } from "./cluster.ts";
import { giveAway, installedPrograms, succeed, unprivileged } from "./programs.ts";

/** A server of Postgres, until it is disposed or this process ends, however that ends. */
export interface PostgresServer extends Cluster {
  /** Its data, and its socket. */
  folder: string;
  /** The user's, over TCP. */
  password: string;
  /** The address of a database over the socket, where the user needs no password. */
  url(database: string): string;
  /** The address of a database over TCP. */
  tcpUrl(database: string): string;
}

/** The user that owns everything. */
export const POSTGRES_USER = "svc";

/**
 * Starts Postgres in a folder of its own, with an empty database `postgres`.
 *
 * @param settings of `postgresql.conf`
 * @param files to put into its data folder
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const programs = installedPrograms();
  const folder = await Deno.makeTempDir({ prefix: "svc-postgres-" });
  const password = crypto.randomUUID();
  await makeCluster(programs, folder, password);
  const cluster = await startCluster({ programs, folder, settings, files });
  return addressed(cluster, folder, password);
}

/** A running server with its addresses. */
export function addressed(cluster: Cluster, folder: string, password: string): PostgresServer {
  const { port } = cluster;
  const query = `?host=${encodeURIComponent(folder)}&port=${port}&user=${POSTGRES_USER}`;
  return {
    ...cluster,
    folder,
    password,
    url: (database) => `postgres:///${database}${query}`,
    tcpUrl: (database) => `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${database}`,
  };
}

async function makeCluster(programs: string, folder: string, password: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/password`, password);
  await giveAway(folder);
  await succeed([
    ...unprivileged(),
    `${programs}/initdb`,
    ...["--no-sync", "--no-instructions", "--encoding=UTF8", "--locale=C.UTF-8"],
    ...["--auth-local=trust", "--auth-host=scram-sha-256", `--username=${POSTGRES_USER}`],
    ...[`--pwfile=${folder}/password`, `--pgdata=${folder}/data`],
  ]);
}
