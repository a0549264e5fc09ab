import { sql } from "kysely";
import { migration } from "../../platform/store/migration.ts";
import { index } from "../../platform/store/columns.ts";

/** Whom an event is about, and from where it was done; found by collective, newest first. */
export const audit = migration(async (db) => {
  for (const column of ["actor_key_id", "person_user_id", "network", "client"]) {
    await db.schema.alterTable("audit_event").addColumn(column, "text").execute();
  }
  await index(db, "audit_event", "audit_event_by_collective", "collective_id", "at", "id");
  await index(db, "audit_event", "audit_event_by_time", "at");
  for (const column of ["person_user_id", "network"]) {
    await db.schema.createIndex(`audit_event_of_${column}`).on("audit_event")
      .columns(column === "network" ? ["at"] : [column])
      .where(sql.ref(column), "is not", null).execute();
  }
});
