import { type Kysely, sql } from "kysely";
import { migration } from "../../../platform/store/migration.ts";
import type { Db } from "../../../access/store/schema.ts";
import { isPostgres } from "../../../platform/store/engine.ts";
import type {} from "./tables.ts";

/**
 * Which version an extension's record is of, and the collective that published it first where no
 * person did. Records so far were of the newest version in whatever channel; each comes under the
 * rule with the next change of the extension.
 */
export const record = migration(async (db: Db) => {
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
});

/**
 * What lists of extensions are sorted by and show, beside the extension: the score as composed last
 * and the permissions, each order with its index. Scores are composed when the store is opened next
 * (`score/stored_score.ts`), as they depend on the configuration.
 */
export const searchOrder = migration(async (db) => {
  await db.schema.alterTable("extension").addColumn("score", "integer").execute();
  await db.schema.alterTable("extension").addColumn("permissions", "text").execute();
  const postgres = isPostgres(db);
  // Nothing on Postgres is as old as this.
  if (!postgres) await permissionsSoFar(db);
  await sql`create index extension_by_score
      on extension (score desc ${sql.raw(postgres ? "nulls last" : "")}, pull_count desc, name)`
    .execute(db);
  await sql`create index extension_by_pulls on extension (pull_count desc, name)`.execute(db);
  await sql`create index extension_by_creation on extension (created_at, number)`.execute(db);
  await db.schema.createTable("score_basis")
    .addColumn("basis", "text", (column) => column.notNull()).execute();
});

/** SQLite reads JSON with functions of its own. */
async function permissionsSoFar(db: Kysely<unknown>): Promise<void> {
  await sql`update extension set permissions = (
      select json_extract(v.descriptor, '$.permissions') from extension_version v
      where v.id = extension.record_version_id and (
        coalesce(json_extract(v.descriptor, '$.described'), 'evaluated') = 'evaluated'
        or exists (select 1 from json_each(v.descriptor, '$.permissions') kind
          where json_array_length(kind.value) > 0)))`.execute(db);
}

/** Search sorts in memory: these were only written, the one by pulls with every count of pulls. */
export const searchOrderUnused = migration(async (db) => {
  await db.schema.dropIndex("extension_by_score").execute();
  await db.schema.dropIndex("extension_by_pulls").execute();
});

/** How many behavior types and reports an extension's record counts (spec §2.7), from its version. */
export const contentCounts = migration(async (db) => {
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
});
