import assert from "node:assert/strict";
import { sql } from "kysely";
import { EARLIER } from "../../earlier.ts";
import { MIGRATIONS } from "../../migrations.ts";
import { migrate } from "../../platform/store/migrate.ts";
import { openSqlite } from "../../platform/store/sqlite.ts";
import { layBefore } from "../../testing/earlier.ts";
import type {} from "./tables.ts";

Deno.test("instances of before keep their client and go with it; one without a client goes at once", async () => {
  const db = openSqlite(":memory:");
  await layBefore("0014_serve_client", db);
  const { clientId } = await db.selectFrom("oauthClient").select("clientId")
    .executeTakeFirstOrThrow();
  for (const id of [clientId, "no such client"]) {
    await sql`insert into serve_instance values
      (${id}, 'i', 'user:1', '[]', 'h', '1', 'm', '{}', 'a', 'b', 'c', 7)`.execute(db);
  }

  await migrate(db, MIGRATIONS, EARLIER);
  const kept = await db.selectFrom("serve_instance").selectAll().execute();
  assert.deepEqual(kept.map((row) => [row.oauth_client_id, row.hostname, row.heartbeat_count]), [
    [clientId, "h", 7],
  ]);
  await db.deleteFrom("oauthClient").where("clientId", "=", clientId).execute();
  assert.deepEqual(await db.selectFrom("serve_instance").selectAll().execute(), []);
  await db.destroy();
});
