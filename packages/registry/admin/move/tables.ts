import { sql } from "kysely";
import type { Db } from "../../platform/store/schema.ts";

/** A table that is copied row by row. */
export interface CopiedTable {
  name: string;
  columns: readonly string[];
  /** What rows are ordered and continued by: the primary key; all columns of a table without one. */
  key: readonly string[];
  /** Counts by itself, also for rows that are gone: the column, and the last number it gave. */
  counter: { column: string; last: number } | undefined;
}

/** Tables that each engine keeps for itself: its migrations, its counts, its index of words. */
const OWN = /^(?:sqlite_|kysely_|lab_search|store_commit$|search_clock$)/;

/** Columns that triggers set to what only their engine knows. */
const SET_BY_TRIGGERS: ReadonlySet<string> = new Set(["search_entry.changed"]);

/** Every table of an embedded database that is copied, each after those that it refers to. */
export async function copiedTables(db: Db): Promise<CopiedTable[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' order by name`.execute(db);
  const names = rows.map(({ name }) => name).filter((name) => !OWN.test(name));
  const references = new Map<string, Set<string>>();
  for (const name of names) references.set(name, await referencesOf(db, name));
  const ordered: string[] = [];
  while (ordered.length < names.length) {
    const next = names.find((name) =>
      !ordered.includes(name) && references.get(name)!.isSubsetOf(new Set(ordered))
    );
    if (next === undefined) throw new Error("tables refer to each other in a circle");
    ordered.push(next);
  }
  return await Promise.all(ordered.map((name) => tableOf(db, name)));
}

async function referencesOf(db: Db, name: string): Promise<Set<string>> {
  const { rows } = await sql<{ table: string }>`select "table"
    from pragma_foreign_key_list(${name})`.execute(db);
  return new Set(rows.map(({ table }) => table).filter((table) => table !== name));
}

async function tableOf(db: Db, name: string): Promise<CopiedTable> {
  const { rows } = await sql<{ name: string; pk: number }>`select name, pk
    from pragma_table_info(${name})`.execute(db);
  const columns = rows.map((column) => column.name)
    .filter((column) => !SET_BY_TRIGGERS.has(`${name}.${column}`)).sort();
  const key = rows.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk).map((row) => row.name);
  const counted = await sql<{ seq: number }>`select seq from sqlite_sequence
    where name = ${name}`.execute(db);
  const last = counted.rows[0]?.seq;
  return {
    name,
    columns,
    key: key.length === 0 ? columns : key,
    counter: last === undefined ? undefined : { column: key[0]!, last },
  };
}
