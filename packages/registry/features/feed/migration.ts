import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Feed posts. */
export const feed: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("feed_post")
      .addColumn("id", "text", (c) => c.notNull().primaryKey())
      .addColumn("author_user_id", "text", (c) => c.references("user.id").onDelete("cascade"))
      .addColumn(
        "author_collective_id",
        "text",
        (c) => c.references("collective.id").onDelete("cascade"),
      )
      .addColumn("body", "text", (c) => c.notNull())
      .addColumn("url", "text")
      .addColumn("created_at", "text", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("feed_post_newest").on("feed_post").columns(["created_at", "id"])
      .execute();
  },
};
