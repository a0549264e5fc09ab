// Servers that share one Postgres: kept answers a second by 1 and by 3 of them, what they cost, the
// time until a change is seen by all, and what the notices cost by which they hear of it. Postgres
// keeps its promises here: every commit is on disk.
import { sql } from "kysely";
import { postgresPrograms } from "../packages/fakes/postgres/programs.ts";
import { startPostgres } from "../packages/fakes/postgres/server.ts";
import { machine, say } from "./registry/numbers.ts";
import { type ServerProcess, startServer } from "./registry/process.ts";
import { seedExtensions, seedPeople, withStore } from "./registry/seed.ts";
import { measureAnswers } from "./replicas/answers.ts";
import { measureChanges } from "./replicas/changes.ts";
import { measureNotices } from "./replicas/notices.ts";

const MAIN = `${import.meta.dirname}/../packages/registry/main.ts`;
const EXTENSIONS = 1_000;
const DURABLE = { fsync: "on", synchronous_commit: "on", full_page_writes: "on", autovacuum: "on" };

say(machine());
if (postgresPrograms() === undefined) say("Postgres is not installed: left out");
else await onPostgres();

async function onPostgres(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "svc-bench-" });
  await using postgres = await startPostgres(DURABLE);
  const store = { SVC_DATABASE_URL: postgres.url("postgres"), SVC_SECRET: "s".repeat(32) };
  const data = `${folder}/data`;
  const servers: ServerProcess[] = [];
  try {
    const key = await withStore(data, async (services) => {
      const made = await seedPeople(services);
      await seedExtensions(services, 0, EXTENSIONS);
      await sql`update extension set record_version_id =
        (select id from extension_version where extension_id = extension.id)`.execute(services.db);
      return made;
    }, store);
    for (const count of [1, 3]) {
      while (servers.length < count) {
        const quiet = { SVC_PORT: "0", SVC_LOG: "off", SVC_RATE_LIMIT: "off" };
        servers.push(await startServer(MAIN, [], { ...store, ...quiet, SVC_DATA: data }));
      }
      say(`${count} server${count === 1 ? "" : "s"} on Postgres, ${EXTENSIONS} extensions:`);
      await measureAnswers(servers, folder);
      await measureChanges(servers, key);
    }
    say("Postgres alone, with fsync:");
    await measureNotices(postgres);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await Deno.remove(folder, { recursive: true });
  }
}
