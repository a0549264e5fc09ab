import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Operative profiles. */
export const profile: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("profile")
      .addColumn("subject_kind", "text", (c) => c.notNull())
      .addColumn("subject_id", "text", (c) => c.notNull())
      .addColumn("display_name", "text")
      .addColumn("bio", "text")
      .addColumn("url", "text")
      .addColumn("location", "text")
      .addColumn("updated_at", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("profile_of", ["subject_kind", "subject_id"])
      .execute();
  },
};
