import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { cascade } from "../../platform/store/references.ts";

/**
 * An instance goes with its OAuth client, whoever removes that. SQLite adds no reference to a table
 * that exists, so both are written again.
 */
export const serveClient = migration(async (db) => {
  await db.schema.createTable("serve_instance_new")
    .addColumn(
      "oauth_client_id",
      "text",
      (c) => c.notNull().primaryKey().references("oauthClient.clientId").onDelete("cascade"),
    )
    .addColumn("instance_id", "text", (c) => c.notNull())
    .addColumn("registered_by", "text", (c) => c.notNull())
    .addColumn("collective_slugs", "text", (c) => c.notNull())
    .addColumn("hostname", "text", (c) => c.notNull())
    .addColumn("version", "text", (c) => c.notNull())
    .addColumn("deployment_mode", "text", (c) => c.notNull())
    .addColumn("tags", "text", (c) => c.notNull())
    .addColumn("registered_at", "text", (c) => c.notNull())
    .addColumn("started_at", "text", (c) => c.notNull())
    .addColumn("last_heartbeat_at", "text", (c) => c.notNull())
    .addColumn("heartbeat_count", "integer", (c) => c.notNull())
    .execute();
  await db.schema.createTable("serve_instance_collective_new")
    .addColumn("oauth_client_id", "text", cascade("serve_instance_new.oauth_client_id"))
    .addColumn("collective_id", "text", cascade("collective.id"))
    .addPrimaryKeyConstraint("serve_instance_collective_once", [
      "oauth_client_id",
      "collective_id",
    ])
    .execute();
  await sql`insert into serve_instance_new select * from serve_instance
      where oauth_client_id in (select "clientId" from "oauthClient")`.execute(db);
  await sql`insert into serve_instance_collective_new select * from serve_instance_collective
      where oauth_client_id in (select oauth_client_id from serve_instance_new)`.execute(db);
  await db.schema.dropTable("serve_instance_collective").execute();
  await db.schema.dropTable("serve_instance").execute();
  await db.schema.alterTable("serve_instance_new").renameTo("serve_instance").execute();
  await db.schema.alterTable("serve_instance_collective_new")
    .renameTo("serve_instance_collective").execute();
  await db.schema.createIndex("serve_instance_of").on("serve_instance_collective")
    .column("collective_id").execute();
});
