import assert from "node:assert/strict";
import { postgresPrograms } from "@svc/fakes/postgres";
import { type Kysely, sql } from "kysely";
import { MIGRATIONS } from "./migrations.ts";
import { migrate } from "./platform/store/migrate.ts";
import { addCollective, addPerson } from "./testing/extensions/people.ts";
import { startProcess } from "./testing/process.ts";
import { publishing } from "./testing/publishing.ts";
import { startFleet } from "./testing/replicas.ts";
import { assertWhole } from "./testing/whole.ts";

const missing = postgresPrograms() === undefined && Deno.env.get("CI") !== "true";

/** What a next release may do: it adds to what is there. */
const NEXT = {
  "9999_next_release": {
    async up(db: Kysely<unknown>): Promise<void> {
      for (const table of ["extension", "extension_version", "apikey", "collective", "archive"]) {
        await db.schema.alterTable(table).addColumn("newer", "text").execute();
      }
      await db.schema.createIndex("extension_version_newer").on("extension_version")
        .column("newer").execute();
      await sql`create function newer() returns trigger language plpgsql as
        'begin new.newer := ''seen''; return new; end'`.execute(db);
      await sql`create trigger newer before insert on extension_version for each row
        execute function newer()`.execute(db);
    },
  },
};

Deno.test({
  name:
    "servers of a release go on publishing while the next one brings their database up to date" +
    (missing ? " (skipped: Postgres is not installed)" : ""),
  ignore: missing,
  async fn() {
    await using fleet = await startFleet();
    await using watching = await fleet.open();
    const { services } = watching;
    await addCollective(services, "acme");
    const key = await addPerson(services, "ada", { acme: "member" });
    const start = () => startProcess(fleet.environment.SVC_DATA!, fleet.environment);
    const servers = await Promise.all([start(), start()]);
    const publisher = publishing(servers, key, 2);
    let acknowledged: string[] = [];
    try {
      await publisher.acknowledges(4);
      assert.deepEqual(await migrate(services.db, { ...MIGRATIONS, ...NEXT }), Object.keys(NEXT));
      await publisher.acknowledges(4);
    } finally {
      acknowledged = await publisher.stop();
      for (const server of servers) await server.end("SIGTERM");
    }
    const { rows } = await sql<{ version: string }>`select version from extension_version
      where newer = 'seen'`.execute(services.db);
    assert.ok(rows.length >= 4, "what came behind the migration was met by it");
    await assertWhole(services, acknowledged);
  },
});
