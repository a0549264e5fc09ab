import { startCluster } from "./cluster.ts";
import { giveAway, installedPrograms, succeed, unprivileged } from "./programs.ts";
import { addressed, POSTGRES_USER, type PostgresServer } from "./server.ts";

/** What a server needs that may get a standby. */
export const WITH_STANDBY: Readonly<Record<string, string>> = {
  wal_level: "replica",
  max_wal_senders: "4",
  synchronous_commit: "on",
};

/** A standby of a server. */
export interface Standby extends PostgresServer {
  /** From now on nothing reaches it any more, and the primary waits for it no more. */
  disconnect(): Promise<void>;
}

/**
 * Starts a standby of `primary`, which was started {@link WITH_STANDBY}. From then on the primary
 * acknowledges nothing that the standby does not have, until that is disconnected.
 */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const programs = installedPrograms();
  const folder = await Deno.makeTempDir({ prefix: "svc-standby-" });
  await giveAway(folder);
  const reach = ["-h", primary.folder, "-p", String(primary.port), "-U", POSTGRES_USER];
  await succeed([
    ...[...unprivileged(), `${programs}/pg_basebackup`, ...reach],
    ...["--checkpoint=fast", "--no-sync", "--write-recovery-conf", "-D", `${folder}/data`],
  ]);
  const settings = WITH_STANDBY;
  const cluster = await startCluster({ programs, folder, settings, files: {} });
  const asking = (to: readonly string[]) => (...queries: string[]) =>
    succeed([
      ...[`${programs}/psql`, ...to, "--no-psqlrc", "--quiet", "--tuples-only"],
      ...[...queries.flatMap((query) => ["-c", query]), "postgres"],
    ]);
  const ask = asking(reach);
  const askStandby = asking(["-h", folder, "-p", String(cluster.port), "-U", POSTGRES_USER]);
  const set = (name: string, value: string) => [
    `alter system set ${name} = '${value}'`,
    "select pg_reload_conf()",
  ];
  await ask(...set("synchronous_standby_names", "*"));
  while (!/\bsync\b/.test(await ask("select sync_state from pg_stat_replication")));
  return {
    ...addressed(cluster, folder, primary.password),
    async disconnect() {
      await ask(...set("synchronous_standby_names", ""));
      await askStandby(...set("primary_conninfo", ""));
      while (/\d/.test(await ask("select pid from pg_stat_replication")));
    },
  };
}
