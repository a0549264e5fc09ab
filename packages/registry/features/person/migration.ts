import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";

/** Who did it or has it, in tables that grow with the registry. Most name a person, some nobody. */
const BY: Readonly<Record<string, readonly string[]>> = {
  audit_event: ["actor_user_id"],
  collective_invitation: ["invited_by"],
  collective_token: ["created_by"],
  extension: ["author_user_id", "deprecated_by_user_id"],
  extension_version: ["published_by_user_id"],
  feed_post: ["author_user_id", "author_collective_id"],
  lab_assignee: ["user_id"],
  lab_comment: ["author_user_id"],
  lab_issue: ["author_user_id"],
  lab_lifecycle: ["author_user_id"],
  oauthClient: ["userId"],
  serve_instance: ["registered_by"],
};

/**
 * What a person did is found without reading all there is: for the copy of their data, their page,
 * and the end of their account. Two indexes that no query uses any more go.
 */
export const person = migration(async (db) => {
  for (const [table, columns] of Object.entries(BY)) {
    for (const column of columns) {
      await db.schema.createIndex(`${table}_of_${column}`).on(table).column(column)
        .where(sql.ref(column), "is not", null).execute();
    }
  }
  await db.schema.dropIndex("extension_by_update").execute();
  await db.schema.dropIndex("extension_by_creation").execute();
});
