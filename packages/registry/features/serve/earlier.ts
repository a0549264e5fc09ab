import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { index } from "../../platform/store/columns.ts";
import { createTables } from "./migration.ts";

/**
 * An instance goes with its OAuth client, whoever removes that. SQLite adds no reference to a table
 * that exists, so both are written again.
 */
export const serveClient = migration(async (db) => {
  await createTables(db, "_new");
  await sql`insert into serve_instance_new select * from serve_instance
      where oauth_client_id in (select "clientId" from "oauthClient")`.execute(db);
  await sql`insert into serve_instance_collective_new select * from serve_instance_collective
      where oauth_client_id in (select oauth_client_id from serve_instance_new)`.execute(db);
  await db.schema.dropTable("serve_instance_collective").execute();
  await db.schema.dropTable("serve_instance").execute();
  await db.schema.alterTable("serve_instance_new").renameTo("serve_instance").execute();
  await db.schema.alterTable("serve_instance_collective_new")
    .renameTo("serve_instance_collective").execute();
  await index(db, "serve_instance_collective", "serve_instance_of", "collective_id");
});
