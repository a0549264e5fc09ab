import { startCluster } from "./cluster.ts";
import { giveAway, installedPrograms, succeed, unprivileged } from "./programs.ts";
import { addressed, POSTGRES_USER, type PostgresServer } from "./server.ts";

/** What a server needs that may get a standby. */
export const WITH_STANDBY: Readonly<Record<string, string>> = {
  wal_level: "replica",
  max_wal_senders: "4",
  synchronous_commit: "on",
};

/**
 * Starts a standby of `primary`, which was started {@link WITH_STANDBY}. From then on the primary
 * acknowledges nothing that the standby does not have.
 */
export async function startStandby(primary: PostgresServer): Promise<PostgresServer> {
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
  const ask = (...queries: string[]) =>
    succeed([
      ...[`${programs}/psql`, ...reach, "--no-psqlrc", "--quiet", "--tuples-only"],
      ...[...queries.flatMap((query) => ["-c", query]), "postgres"],
    ]);
  await ask("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()");
  while (!/\bsync\b/.test(await ask("select sync_state from pg_stat_replication")));
  return addressed(cluster, folder, primary.password);
}
