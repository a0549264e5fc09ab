import { migration } from "../../platform/store/migration.ts";
import { cascade } from "../../platform/store/references.ts";

/** Serve instances (reference wire 1.7). */
export const serve = migration(async (db) => {
  await db.schema.createTable("serve_instance")
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

  await db.schema.createTable("serve_instance_collective")
    .addColumn("oauth_client_id", "text", cascade("serve_instance.oauth_client_id"))
    .addColumn("collective_id", "text", cascade("collective.id"))
    .addPrimaryKeyConstraint("serve_instance_collective_once", [
      "oauth_client_id",
      "collective_id",
    ])
    .execute();
  await db.schema.createIndex("serve_instance_of").on("serve_instance_collective")
    .column("collective_id").execute();
});
