import { migration } from "../../platform/store/migration.ts";
import { cascade } from "../../platform/store/references.ts";

/** Clients and networks that accounts were signed in to with. */
export const device = migration(async (db) => {
  await db.schema.createTable("account_device")
    .addColumn("user_id", "text", cascade("user.id"))
    .addColumn("client", "text", (c) => c.notNull())
    .addColumn("network", "text", (c) => c.notNull())
    .addColumn("seen_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("account_device_key", ["user_id", "client", "network"])
    .execute();
});
