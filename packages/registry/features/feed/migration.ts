import { migration } from "../../platform/store/migration.ts";
import { cascadeIfAny } from "../../platform/store/references.ts";
import { index } from "../../platform/store/columns.ts";

/** Feed posts. */
export const feed = migration(async (db) => {
  await db.schema.createTable("feed_post")
    .addColumn("id", "text", (c) => c.notNull().primaryKey())
    .addColumn("author_user_id", "text", cascadeIfAny("user.id"))
    .addColumn("author_collective_id", "text", cascadeIfAny("collective.id"))
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("url", "text")
    .addColumn("created_at", "text", (c) => c.notNull())
    .execute();
  await index(db, "feed_post", "feed_post_newest", "created_at", "id");
});
