import type { Migration } from "kysely/migration";

/** By what a collective token was created. Unknown for those that are there already. */
export const tokenCreator: Migration = {
  async up(db) {
    for (const column of ["created_with", "created_key_id", "created_key_name"]) {
      await db.schema.alterTable("collective_token").addColumn(column, "text").execute();
    }
    await db.schema.createIndex("collective_token_created_key").on("collective_token")
      .column("created_key_id").execute();
  },
};
