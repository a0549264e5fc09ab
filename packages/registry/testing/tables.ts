import { sql } from "kysely";
import { isPostgres } from "../platform/store/engine.ts";
import type { Db } from "../platform/store/schema.ts";

/** Questions to SQLite; the tables of an index of words are of its own making. */
const SQLITE = [
  `select t.name as "table", c.cid, c.name, c.type, c."notnull", c.dflt_value, c.pk
    from sqlite_master t, pragma_table_xinfo(t.name) c
    where t.type = 'table' and t.name not like 'lab_search%'`,
  `select t.name as "table", f."from", f."table" as other, f."to", f.on_delete, f.on_update
    from sqlite_master t, pragma_foreign_key_list(t.name) f where t.type = 'table'`,
  `select t.name as "table", i."unique", i.origin, i.partial, group_concat(c.name || c.desc) as columns
    from sqlite_master t, pragma_index_list(t.name) i, pragma_index_xinfo(i.name) c
    where t.type = 'table' and c.key group by t.name, i.name`,
  `select type, name, sql from sqlite_master
    where type in ('index', 'trigger', 'view') and sql is not null or sql like '%virtual%'`,
];

const POSTGRES = [
  `select table_name, ordinal_position, column_name, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = 'public'`,
  `select conrelid::regclass::text as "table", pg_get_constraintdef(oid) as constraint
    from pg_constraint where connamespace = 'public'::regnamespace`,
  `select tablename, replace(indexdef, '_new_', '_') as index
    from pg_indexes where schemaname = 'public'`,
  `select pg_get_triggerdef(oid) as trigger from pg_trigger where not tgisinternal`,
  `select pg_get_functiondef(oid) as function from pg_proc where pronamespace = 'public'::regnamespace`,
];

/** All that a database says of its tables, in one order, without the way it was written. */
export async function tablesOf(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (const question of isPostgres(db) ? POSTGRES : SQLITE) {
    const { rows } = await sql.raw(question).execute(db);
    lines.push(...rows.map((row) => JSON.stringify(row).replace(/(?:\\n|\s)+/g, " ")));
  }
  return lines.sort();
}
