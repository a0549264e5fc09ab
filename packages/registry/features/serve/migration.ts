import type { Kysely } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { cascade } from "../../platform/store/references.ts";
import { index, text } from "../../platform/store/columns.ts";

/** Serve instances (reference wire 1.7). */
export const serve = migration(async (db) => {
  await createTables(db);
  await index(db, "serve_instance_collective", "serve_instance_of", "collective_id");
});

/** @param suffix of the tables' names, while others have theirs */
export async function createTables(db: Kysely<unknown>, suffix = ""): Promise<void> {
  const instances = `serve_instance${suffix}`;
  await db.schema.createTable(instances)
    .addColumn(
      "oauth_client_id",
      "text",
      (c) => c.notNull().primaryKey().references("oauthClient.clientId").onDelete("cascade"),
    )
    .$call(text("instance_id", "registered_by", "collective_slugs", "hostname", "version"))
    .$call(text("deployment_mode", "tags", "registered_at", "started_at", "last_heartbeat_at"))
    .addColumn("heartbeat_count", "integer", (c) => c.notNull())
    .execute();

  await db.schema.createTable(`serve_instance_collective${suffix}`)
    .addColumn("oauth_client_id", "text", cascade(`${instances}.oauth_client_id`))
    .addColumn("collective_id", "text", cascade("collective.id"))
    .addPrimaryKeyConstraint("serve_instance_collective_once", [
      "oauth_client_id",
      "collective_id",
    ])
    .execute();
}
