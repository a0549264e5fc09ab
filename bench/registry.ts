// What strangers read, each kind against a bare Deno.serve that returns the same bytes, an archive
// against nginx, and how reads and the search grow with BENCH_SIZES, such as 1000,10000,100000.
// BENCH_READS=latest,archives,search takes only those. The floor has no limits on slow connections;
// ours come with the server of Node.
import { sql } from "kysely";
import { postgresPrograms } from "../packages/fakes/postgres/programs.ts";
import { startPostgres } from "../packages/fakes/postgres/server.ts";
import { report } from "./budget/report.ts";
import { ARCHIVE_BYTES, compareArchive } from "./registry/archives.ts";
import { machine, say } from "./registry/numbers.ts";
import { startServer } from "./registry/process.ts";
import { compareRead, lastChange, readsOf } from "./registry/reads.ts";
import { measureSearch } from "./registry/search.ts";
import { seedArchive, seedExtensions, seedPeople, withStore } from "./registry/seed.ts";

const SIZES = (Deno.env.get("BENCH_SIZES") ?? "1000").split(",").map(Number);
const ASKED = Deno.env.get("BENCH_READS")?.split(",");
const MAIN = `${import.meta.dirname}/../packages/registry/main.ts`;
const FLOOR = `${import.meta.dirname}/registry/floor.ts`;

const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
const data = `${folder}/data`;
try {
  say(machine());
  let stored = 0;
  for (const size of SIZES) {
    await withStore(data, async (services) => {
      if (stored === 0) await seedPeople(services);
      await seedExtensions(services, stored, size);
      await seedArchive(services, ARCHIVE_BYTES);
    });
    stored = size;
    const server = await startServer(MAIN, [], {
      SVC_DATA: data,
      SVC_PORT: "0",
      SVC_LOG: "off",
      SVC_RATE_LIMIT: "off",
    });
    try {
      // The index of the search is loaded beside the first answers, and takes a core meanwhile.
      await (await fetch(`${server.url}/api/v1/extensions/search?q=warm`)).body?.cancel();
      say(`\n${size} extensions, against bare Deno.serve:`);
      let slower = Infinity;
      for (const read of readsOf(await lastChange(server.url))) {
        if (!isAsked(read.what)) continue;
        const share = await compareRead(server, FLOOR, folder, size, read);
        if (["latest", "info"].includes(read.what)) slower = Math.min(slower, share);
      }
      if (slower < Infinity) report("read", slower);
      if (isAsked("archives")) await compareArchive(server, folder);
      if (isAsked("search")) await measureSearch(server.url, "SQLite", size);
    } finally {
      await server.stop();
    }
  }
  if (isAsked("search")) await onPostgres();
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** The same searches where the store is Postgres. */
async function onPostgres(): Promise<void> {
  if (postgresPrograms() === undefined) return say("search  Postgres is not installed: left out");
  await using postgres = await startPostgres();
  const beside = `${folder}/beside`;
  const store = { SVC_DATABASE_URL: postgres.url("postgres"), SVC_SECRET: "s".repeat(32) };
  let stored = 0;
  for (const size of SIZES) {
    await withStore(beside, async (services) => {
      if (stored === 0) await seedPeople(services);
      await seedExtensions(services, stored, size);
      // As Postgres does by itself where it is not started for tests.
      await sql`analyze`.execute(services.db);
    }, store);
    stored = size;
    const quiet = { SVC_PORT: "0", SVC_LOG: "off", SVC_RATE_LIMIT: "off" };
    const server = await startServer(MAIN, [], { ...store, ...quiet, SVC_DATA: beside });
    try {
      await measureSearch(server.url, "Postgres", size);
    } finally {
      await server.stop();
    }
  }
}

/** True when BENCH_READS names it, or nothing. */
function isAsked(what: string): boolean {
  return ASKED === undefined || ASKED.includes(what);
}
