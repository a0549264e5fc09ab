import { migration } from "../../platform/store/migration.ts";
import { text, textOrNull } from "../../platform/store/columns.ts";

/** Operative profiles. */
export const profile = migration(async (db) => {
  await db.schema.createTable("profile")
    .$call(text("subject_kind", "subject_id"))
    .$call(textOrNull("display_name", "bio", "url", "location"))
    .addColumn("updated_at", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("profile_of", ["subject_kind", "subject_id"])
    .execute();
});
