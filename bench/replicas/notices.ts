import { postgresPrograms, unprivileged } from "../../packages/fakes/postgres/programs.ts";
import type { PostgresServer } from "../../packages/fakes/postgres/server.ts";
import { say } from "../registry/numbers.ts";

const SECONDS = 4;

/** As a publication changes a record: one row of a few thousand, in a transaction of its own. */
const CHANGE = `\\set n random(1, 1000)
update extension set updated_at = updated_at || ' ' where number = :n;\n`;

/**
 * Commits a second that send notices, beside the same without the triggers that send them. Postgres
 * lets one transaction with notices commit at a time, in the whole cluster.
 */
export async function measureNotices(postgres: PostgresServer): Promise<void> {
  const program = `${postgresPrograms()}/pgbench`;
  try {
    Deno.statSync(program);
  } catch {
    return say("  pgbench is not installed: notices are left out");
  }
  // The user of Postgres reads it.
  const script = `${postgres.folder}/change.sql`;
  await Deno.writeTextFile(script, CHANGE, { mode: 0o644 });
  for (const clients of [1, 8, 32]) {
    const told = await commits(program, postgres, script, clients, "origin");
    const silent = await commits(program, postgres, script, clients, "replica");
    say(
      `  ${clients} writers: ${Math.round(told)} commits a second with notices, ` +
        `${Math.round(silent)} without triggers (${(told / silent).toFixed(2)}x)`,
    );
  }
}

async function commits(
  program: string,
  { folder, port }: PostgresServer,
  script: string,
  clients: number,
  role: "origin" | "replica",
): Promise<number> {
  const [first, ...rest] = [
    ...unprivileged(),
    ...[program, "--no-vacuum", `--host=${folder}`, `--port=${port}`, "--username=svc"],
    ...[`--client=${clients}`, `--time=${SECONDS}`, `--file=${script}`, "postgres"],
  ];
  const { success, stdout, stderr } = await new Deno.Command(first!, {
    args: rest,
    env: { PGOPTIONS: `-c session_replication_role=${role}` },
    cwd: "/",
    stdin: "null",
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return Number(/tps = ([\d.]+)/.exec(new TextDecoder().decode(stdout))![1]);
}
