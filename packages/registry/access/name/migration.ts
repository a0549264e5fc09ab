import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { storedSkeleton } from "./stored_skeleton.ts";

/** Names that the operator reserved or freed. */
export const nameDecisions: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createTable("name_decision")
      .addColumn("name", "text", (column) => column.notNull().primaryKey())
      .addColumn("skeleton", "text", (column) => column.notNull())
      .addColumn("standing", "text", (column) => column.notNull())
      .addColumn("reason", "text")
      .addColumn("at", "text", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("name_decision_by_skeleton").on("name_decision")
      .column("skeleton").execute();
  },
};

/** Finds the extensions that are named alike, in whatever collective. */
export const skeletons: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createIndex("extension_by_skeleton").on("extension")
      .expression(storedSkeleton(db, "name")).execute();
  },
};
