import { freePort } from "../port/mod.ts";
import { giveAway, pgbouncerProgram, unprivileged } from "./programs.ts";
import { POSTGRES_USER, type PostgresServer } from "./server.ts";
import { startTied } from "./tied.ts";

/** pgbouncer before a server, until it is disposed or this process ends. */
export interface Pgbouncer extends AsyncDisposable {
  /** The address of a database of the server, by way of pgbouncer. */
  url(database: string): string;
}

/** How long it may take to listen, in milliseconds: it never takes as long but where it cannot. */
const START_MS = 60_000;

/**
 * Starts pgbouncer, which lends a connection for one transaction at a time, with the settings that
 * its packages come with.
 *
 * @param connections to the server, for each database
 */
export async function startPgbouncer(
  server: PostgresServer,
  connections: number,
): Promise<Pgbouncer> {
  const program = pgbouncerProgram();
  if (program === undefined) throw new Error("pgbouncer is not installed");
  const folder = await Deno.makeTempDir({ prefix: "svc-pgbouncer-" });
  const [port, log, pidfile] = [freePort(), `${folder}/log`, `${folder}/pid`];
  await Deno.writeTextFile(
    `${folder}/ini`,
    `[databases]
* = host=${server.folder} port=${server.port} user=${POSTGRES_USER}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
logfile = ${log}
pidfile = ${pidfile}
`,
  );
  await giveAway(folder);
  const running = await startTied({
    folder,
    start: [...unprivileged(), program, "--daemon", `${folder}/ini`],
    // Whatever this process ignores, a program that it started may ignore as well; there is nothing to save.
    stop: ["sh", "-c", `kill -KILL "$(cat '${pidfile}')"`],
    log,
  });
  // As a daemon it goes into the background before it listens.
  await accepting(port);
  return {
    url: (database) => `postgres://${POSTGRES_USER}@127.0.0.1:${port}/${database}`,
    [Symbol.asyncDispose]: () => Promise.resolve(running[Symbol.asyncDispose]()),
  };
}

async function accepting(port: number): Promise<void> {
  const late = performance.now() + START_MS;
  for (;;) {
    try {
      return (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    } catch (error) {
      if (performance.now() > late) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}
