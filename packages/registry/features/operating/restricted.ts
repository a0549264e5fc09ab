import { sql } from "kysely";
import { RESTRICTION_COLUMNS, restrictionOf } from "../../access/extension/restriction.ts";
import type { Db } from "../../access/store/schema.ts";
import type {} from "../extensions/record/tables.ts";

/** Extensions and versions that are listed. */
const MOST = 200;

/** What is in quarantine or taken down, the latest first. */
export async function listRestricted(db: Db) {
  const rows = await db.selectFrom("extension")
    .select(["name as extension", sql<string | null>`null`.as("version"), ...RESTRICTION_COLUMNS])
    .where("taken_down_at", "is not", null)
    .unionAll(
      db.selectFrom("extension_version as version")
        .innerJoin("extension", "extension.id", "version.extension_id")
        .select(["extension.name as extension", "version.version"])
        .select(RESTRICTION_COLUMNS.map((column) => `version.${column}` as const))
        .where("version.taken_down_at", "is not", null),
    )
    .orderBy("taken_down_at", "desc").limit(MOST).execute();
  return rows.map((row) => ({
    extension: row.extension,
    /** Null for the whole extension. */
    version: row.version,
    by: row.takedown_by,
    ...restrictionOf(row)!,
  }));
}
