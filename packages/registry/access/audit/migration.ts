import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";

/** Whom an event is about, and from where it was done; found by collective, newest first. */
export const audit = migration(async (db) => {
  for (const column of ["actor_key_id", "person_user_id", "network", "client"]) {
    await db.schema.alterTable("audit_event").addColumn(column, "text").execute();
  }
  await db.schema.createIndex("audit_event_by_collective").on("audit_event")
    .columns(["collective_id", "at", "id"]).execute();
  await db.schema.createIndex("audit_event_by_time").on("audit_event").column("at").execute();
  for (const column of ["person_user_id", "network"]) {
    await db.schema.createIndex(`audit_event_of_${column}`).on("audit_event")
      .columns(column === "network" ? ["at"] : [column])
      .where(sql.ref(column), "is not", null).execute();
  }
});
