// How a registry grows: what it takes on disk, in memory and at a start, and what reads that are not
// kept, publications and the work of the operator cost, at each of BENCH_SIZES and on both engines.
// Times are processor time, of server, search process and database together, unless said otherwise.
// The last columns say how a figure grows and what it comes to where nobody has measured it.
import { postgresPrograms } from "../packages/fakes/postgres/programs.ts";
import { startPostgres } from "../packages/fakes/postgres/server.ts";
import { refreshScores } from "../packages/registry/features/extensions/score/stored_score.ts";
import { machine, say } from "./registry/numbers.ts";
import { seedPeople, withStore } from "./registry/seed.ts";
import { bytesByTable } from "./scale/disk.ts";
import { type Figures, figures } from "./scale/figures.ts";
import { measurePublishes } from "./scale/publishes.ts";
import { measureReads } from "./scale/reads.ts";
import { growTo } from "./scale/seed.ts";
import { measureStart } from "./scale/start.ts";
import { measureWork } from "./scale/work.ts";

const SIZES = (Deno.env.get("BENCH_SIZES") ?? "10000,50000").split(",").map(Number);
const ENGINES = (Deno.env.get("BENCH_ENGINES") ?? "sqlite,postgres").split(",");
const TARGET = 10_000_000;

say(machine());
if (ENGINES.includes("sqlite")) await measure("SQLite", {});
if (ENGINES.includes("postgres")) await onPostgres();

async function onPostgres(): Promise<void> {
  if (postgresPrograms() === undefined) return say("Postgres is not installed: left out");
  await using postgres = await startPostgres({ shared_buffers: "1GB", autovacuum: "on" });
  const [pid] = (await Deno.readTextFile(`${postgres.folder}/data/postmaster.pid`)).split("\n");
  const store = { SVC_DATABASE_URL: postgres.url("postgres"), SVC_SECRET: "s".repeat(32) };
  await measure("Postgres", store, Number(pid));
}

async function measure(
  engine: string,
  store: Record<string, string>,
  postgres?: number,
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
  const environment = { ...store, SVC_DATA: `${folder}/data` };
  const found = figures();
  try {
    let key = "";
    let stored = 0;
    for (const size of SIZES) {
      await withStore(environment.SVC_DATA, async (services) => {
        if (stored === 0) key = await seedPeople(services);
        await growTo(services, stored, size);
        // A server would compose the scores of what was seeded while it is measured.
        await refreshScores(services.db, services.config);
      }, store);
      // The large cache of the seed is gone with its connection.
      await withStore(environment.SVC_DATA, async ({ db }) => {
        noteDisk(found, size, await bytesByTable(db));
      }, store);
      stored = size;
      const server = await measureStart(found, size, environment, postgres);
      try {
        await measureReads(found, size, server, postgres);
      } finally {
        await server.stop();
      }
      await withStore(environment.SVC_DATA, async (services) => {
        await measureWork(found, size, services, postgres);
        await measurePublishes(found, size, services, key, postgres);
      }, store);
      say(`\n${engine}, ${size} extensions; ${machine()}`);
      found.print(TARGET);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Tables that grow with the extensions; the rest together. */
function noteDisk(found: Figures, size: number, tables: ReadonlyMap<string, number>): void {
  let rest = [...tables.values()].reduce((sum, bytes) => sum + bytes, 0);
  found.note(size, "disk", "bytes an extension", rest / size);
  for (const [table, bytes] of [...tables].sort(([, a], [, b]) => b - a)) {
    if (bytes / size < 20) continue;
    found.note(size, `  ${table}`, "bytes an extension", bytes / size);
    rest -= bytes;
  }
  found.note(size, "  all other tables", "bytes an extension", rest / size);
}
