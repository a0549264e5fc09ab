import { migration } from "../../platform/store/migration.ts";

/** Operative profiles. */
export const profile = migration(async (db) => {
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
});
