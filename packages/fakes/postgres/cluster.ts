import { freePort } from "../port/mod.ts";
import { giveAway, succeed, unprivileged } from "./programs.ts";
import { startTied } from "./tied.ts";

/**
 * What a server in tests does without: it never survives a crash of the machine. It survives its own,
 * as `restart` is one: so a commit is written, and waits for no disk.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: "off",
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

/** A running server of Postgres, and how it is ended. */
export interface Cluster extends AsyncDisposable {
  port: number;
  /** Stops at once, as a crash does, and starts again. */
  restart(): Promise<void>;
  /** Ends it by SIGKILL, and it stays ended. */
  kill(): Promise<void>;
  /** Makes a standby a server of its own, which takes writes. */
  promote(): Promise<void>;
}

/**
 * Starts Postgres on the folder `data` in `folder`.
 *
 * @param settings of `postgresql.conf`
 * @param files to put into its data folder
 */
export async function startCluster(
  { programs, folder, settings, files }: {
    programs: string;
    folder: string;
    settings: Readonly<Record<string, string>>;
    files: Readonly<Record<string, string>>;
  },
): Promise<Cluster> {
  const [port, log, data] = [freePort(), `${folder}/log`, `${folder}/data`];
  const all = { ...SETTINGS, port: String(port), unix_socket_directories: folder, ...settings };
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`);
  await Deno.writeTextFile(`${data}/postgresql.conf`, lines.join(""));
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${data}/${name}`, text, { mode: 0o600 });
  }
  await giveAway(folder);

  const control = (...args: string[]) => [
    ...unprivileged(),
    ...[`${programs}/pg_ctl`, "--silent", "--wait", `--pgdata=${data}`, ...args],
  ];
  const stop = control("--mode=immediate", "stop");
  const running = await startTied({ folder, start: control(`--log=${log}`, "start"), stop, log });
  return {
    port,
    restart: async () => void await succeed(control("--mode=immediate", `--log=${log}`, "restart")),
    kill: () => killed(data),
    promote: async () => void await succeed(control("promote")),
    [Symbol.asyncDispose]: () => Promise.resolve(running[Symbol.asyncDispose]()),
  };
}

/** Its other processes end by themselves when the first one is gone. */
async function killed(data: string): Promise<void> {
  const lines = (await Deno.readTextFile(`${data}/postmaster.pid`)).split("\n");
  Deno.kill(Number(lines[0]), "SIGKILL");
  // The segment by which it guards its folder, which a killed process leaves to the system.
  const segment = lines[6]?.trim().split(/\s+/)[1];
  if (segment !== undefined) await succeed(["ipcrm", "-m", segment]);
}
