import type { Migration } from "kysely/migration";

/** The releases of the client that were offered once. */
export const clientReleases: Migration = {
  async up(db) {
    await db.schema.createTable("client_file")
      .addColumn("checksum", "text", (c) => c.notNull().primaryKey())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("kept_at", "text", (c) => c.notNull())
      .execute();
  },
};

/** A release that the operator keeps people from, since when and why. */
export const releaseTakedowns: Migration = {
  async up(db) {
    for (const column of ["taken_down_at", "takedown_reason"]) {
      await db.schema.alterTable("client_file").addColumn(column, "text").execute();
    }
  },
};
