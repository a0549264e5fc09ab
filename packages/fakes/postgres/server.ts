import { freePort, giveAway, postgresPrograms, succeed, unprivileged } from "./programs.ts";
import { startTied } from "./tied.ts";

/** What a server in tests does without: it never survives a crash of the machine. */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  jit: "off",
  max_connections: "200",
  shared_buffers: "64MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "1h",
  wal_level: "minimal",
  max_wal_senders: "0",
};

/** A server of Postgres, until it is disposed or this process ends, however that ends. */
export interface PostgresServer extends AsyncDisposable {
  /** Its data, and its socket. */
  folder: string;
  port: number;
  /** The user's, over TCP. */
  password: string;
  /** The address of a database over the socket, where the user needs no password. */
  url(database: string): string;
  /** The address of a database over TCP. */
  tcpUrl(database: string): string;
  /** Stops at once, as a crash does, and starts again. */
  restart(): Promise<void>;
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
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error("Postgres is not installed");
  const folder = await Deno.makeTempDir({ prefix: "svc-postgres-" });
  const [password, port, log] = [crypto.randomUUID(), freePort(), `${folder}/log`];
  await makeCluster(programs, folder, password);
  const all = { ...SETTINGS, port: String(port), unix_socket_directories: folder, ...settings };
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
  await Deno.writeTextFile(`${folder}/data/postgresql.conf`, lines.join(""));
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/data/${name}`, text, { mode: 0o600 });
  }
  await giveAway(folder);

  const control = (...args: string[]) => [
    ...unprivileged(),
    ...[`${programs}/pg_ctl`, "--silent", "--wait", `--pgdata=${folder}/data`, ...args],
  ];
  const stop = control("--mode=immediate", "stop");
  const running = await startTied({ folder, start: control(`--log=${log}`, "start"), stop, log });
  const query = `?host=${encodeURIComponent(folder)}&port=${port}&user=${POSTGRES_USER}`;
  return {
    folder,
    port,
    password,
    url: (database) => `postgres:///${database}${query}`,
    tcpUrl: (database) => `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${database}`,
    restart: () => succeed(control("--mode=immediate", `--log=${log}`, "restart")),
    [Symbol.asyncDispose]: () => Promise.resolve(running[Symbol.asyncDispose]()),
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
