import { type Kysely, sql } from "kysely";
import { migration } from "../../../platform/store/migration.ts";
import { isPostgres } from "../../../platform/store/engine.ts";
import { index } from "../../../platform/store/columns.ts";

/**
 * What the search index in memory is made from, and how it learns of changes: each row says which
 * change it was changed by. Triggers set that, so that a change by any program counts. On SQLite,
 * which has one writer, changes have numbers of a counter; on Postgres, where they commit in any
 * order, it is the number of the transaction, which a snapshot tells whether it can still see.
 *
 * A later migration that writes the table `extension` or `collective` again makes the triggers again.
 */
export const search = migration(async (db) => {
  await createEntries(db);
  await followChanges(db);
});

/** What stood in an index of SQLite before. */
export const searchOfEarlier = migration(async (db) => {
  await createEntries(db);
  if (!isPostgres(db)) {
    await sql`insert into search_entry (number, contents)
        select rowid, replace(contents, ' ', char(10)) from extension_search`.execute(db);
  }
  await sql`drop table if exists extension_search`.execute(db);
  await followChanges(db);
});

async function createEntries(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("search_entry")
    .addColumn("number", "integer", (column) => column.primaryKey())
    .addColumn("contents", "text", (column) => column.notNull())
    .addColumn("changed", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await index(db, "search_entry", "search_entry_by_change", "changed", "number");
}

async function followChanges(db: Kysely<unknown>): Promise<void> {
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
}

/** Columns of an extension that search shows, sorts or narrows by. */
const EXTENSION = `name, description, labels, platforms, content_types, collective_id,
  latest_stable, latest_rc, latest_beta, created_at, updated_at, yanked_at, deprecated_at,
  pull_count, score`;

const COLLECTIVE = "slug, private, deleted_at";

const OF_COLLECTIVE = `number in (select number from extension where collective_id = new.id)`;

const NEXT = "update search_clock set change = change + 1";
const STAMP = "update search_entry set changed = (select change from search_clock)";

const SQLITE = [
  "create table search_clock (change integer not null)",
  "insert into search_clock values (0)",
  `create trigger search_entry_added after insert on search_entry
    begin ${NEXT}; ${STAMP} where number = new.number; end`,
  `create trigger search_entry_written after update of contents on search_entry
    begin ${NEXT}; ${STAMP} where number = new.number; end`,
  `create trigger search_of_extension after update of ${EXTENSION} on extension
    begin ${NEXT}; ${STAMP} where number = new.number; end`,
  `create trigger search_of_collective after update of ${COLLECTIVE} on collective
    begin ${NEXT}; ${STAMP} where ${OF_COLLECTIVE}; end`,
];

const FUNCTION = (name: string, body: string) =>
  `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`;
const TRANSACTION = "pg_current_xact_id()::text::bigint";
const STAMP_BY_TRANSACTION = `update search_entry set changed = ${TRANSACTION}`;

const POSTGRES = [
  FUNCTION("search_entry_stamp", `new.changed := ${TRANSACTION}; return new;`),
  `create trigger search_entry_written before insert or update of contents on search_entry
    for each row execute function search_entry_stamp()`,
  FUNCTION(
    "search_of_extension",
    `${STAMP_BY_TRANSACTION} where number = new.number; return null;`,
  ),
  `create trigger search_of_extension after update of ${EXTENSION} on extension
    for each row execute function search_of_extension()`,
  FUNCTION(
    "search_of_collective",
    `${STAMP_BY_TRANSACTION} where ${OF_COLLECTIVE}; return null;`,
  ),
  `create trigger search_of_collective after update of ${COLLECTIVE} on collective
    for each row execute function search_of_collective()`,
];
