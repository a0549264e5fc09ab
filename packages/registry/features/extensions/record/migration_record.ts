import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type {} from "./tables.ts";
import type { Schema } from "../../../access/store/schema.ts";

/**
 * Which version an extension's record is of, and the collective that published it first where no
 * person did. Records so far were of the newest version in whatever channel; each comes under the
 * rule with the next change of the extension.
 */
export const record: Migration = {
  async up(db: Kysely<Schema>): Promise<void> {
    await db.schema.alterTable("extension").addColumn("record_version_id", "text").execute();
    await db.schema.alterTable("extension").addColumn("author_collective_id", "text").execute();
    await db.updateTable("extension").set((extension) => ({
      record_version_id: extension.selectFrom("extension_version").select("extension_version.id")
        .whereRef("extension_version.extension_id", "=", "extension.id")
        .orderBy("extension_version.sort_key", "desc").limit(1),
    })).execute();
    await db.updateTable("extension")
      .set((extension) => ({ author_collective_id: extension.ref("collective_id") }))
      .where("author_user_id", "is", null).execute();
  },
};
