import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../../../platform/store/engine.ts";

/** How many behavior types and reports an extension's record counts (spec §2.7), from its version. */
export const contentCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable("extension").addColumn("contents", "text").execute();
    // Null where the description has no such list.
    const length = (list: "models" | "reports" | "unread") =>
      sql.raw(
        isPostgres(db)
          ? `json_array_length(v.descriptor::json -> '${list}')`
          : `json_array_length(v.descriptor, '$.${list}')`,
      );
    await sql`update extension set contents = (
        select '{"behaviorTypes":' || ${length("models")} || ',"reports":' || ${length("reports")}
          || '}' from extension_version v
        where v.id = extension.record_version_id and coalesce(${length("unread")}, 0) = 0)`
      .execute(db);
  },
};
