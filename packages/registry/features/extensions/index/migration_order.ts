import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../../../platform/store/engine.ts";

/**
 * What lists of extensions are sorted by and show, beside the extension: the score as composed last
 * and the permissions, each order with its index. Scores are composed when the store is opened next
 * (`score/stored_score.ts`), as they depend on the configuration.
 */
export const searchOrder: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
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
  },
};

/** SQLite reads JSON with functions of its own. */
async function permissionsSoFar(db: Kysely<unknown>): Promise<void> {
  await sql`update extension set permissions = (
      select json_extract(v.descriptor, '$.permissions') from extension_version v
      where v.id = extension.record_version_id and (
        coalesce(json_extract(v.descriptor, '$.described'), 'evaluated') = 'evaluated'
        or exists (select 1 from json_each(v.descriptor, '$.permissions') kind
          where json_array_length(kind.value) > 0)))`.execute(db);
}
