import { migration } from "../../../platform/store/migration.ts";
import { keyOf } from "../../../platform/store/references.ts";
import type { Db } from "../../../access/store/schema.ts";
import type {} from "./tables.ts";
import { weekOf } from "./week.ts";
import { text } from "../../../platform/store/columns.ts";

/**
 * Pulls by week, from now on, and who is past their first steps. Whoever has used a key by now is:
 * what they pulled was not written down.
 */
export const pulls = migration(async (db: Db) => {
  // No reference: a count for what is gone meanwhile must not undo those it is written with.
  await db.schema.createTable("extension_pulls")
    .$call(text("extension_id", "week"))
    .addColumn("pulls", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("extension_pulls_once", ["extension_id", "week"])
    .execute();
  await db.schema.createTable("first_steps_ended")
    .addColumn("user_id", "text", keyOf("user.id"))
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  const now = new Date();
  await db.insertInto("extension_pulls")
    .values({ extension_id: "", week: weekOf(now), pulls: 0 }).execute();
  await db.insertInto("first_steps_ended").columns(["user_id", "at"]).expression((of) =>
    of.selectFrom("apikey").innerJoin("user", "user.id", "apikey.referenceId")
      .select((select) => ["user.id", select.val(now.toISOString()).as("at")]).distinct()
      .where("apikey.lastRequest", "is not", null)
  ).execute();
});
