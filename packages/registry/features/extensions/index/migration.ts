import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { isPostgres } from "../../../platform/store/engine.ts";

/** Full-text search, embedded store only: one row an extension, keyed by its number. */
export const search: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    if (isPostgres(db)) return;
    await sql`create virtual table extension_search using fts5(
      name, description, labels, contents,
      tokenize = "unicode61 remove_diacritics 2", prefix = '2 3'
    )`.execute(db);
  },
};
