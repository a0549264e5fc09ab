import { type RawBuilder, sql } from "kysely";
import { createHash } from "node:crypto";
import type { Db } from "../../platform/store/schema.ts";
import { writable } from "../../platform/store/postgres/values.ts";
import type { CopiedTable } from "./tables.ts";

/** A row as its values, in the order of the table's columns. */
export type Row = readonly unknown[];

/** Rows that are read, compared or written at once; one may have a megabyte. */
const BATCH = 100;

/** Rows of a table in the order of its key, in batches, behind the row with the key `after`. */
export async function* batchesOf(db: Db, table: CopiedTable, after?: Row): AsyncGenerator<Row[]> {
  for (;;) {
    const behind = after === undefined
      ? sql`true`
      : sql`(${columnList(table.key)}) > (${sql.join(after)})`;
    const { rows } = await sql<Record<string, unknown>>`select ${columnList(table.columns)}
      from ${sql.table(table.name)} where ${behind}
      order by ${columnList(table.key)} limit ${sql.lit(BATCH)}`.execute(db);
    if (rows.length === 0) return;
    yield rows.map((row) => table.columns.map((column) => writable(row[column])));
    after = table.key.map((column) => rows.at(-1)![column]);
  }
}

/** The key of the last row; undefined in an empty table. */
export async function lastKey(db: Db, table: CopiedTable): Promise<Row | undefined> {
  const backwards = sql.join(table.key.map((column) => sql`${sql.ref(column)} desc`));
  const { rows } = await sql<Record<string, unknown>>`select ${columnList(table.key)}
    from ${sql.table(table.name)} order by ${backwards} limit 1`.execute(db);
  return rows[0] && table.key.map((column) => rows[0]![column]);
}

/** Reads a table through. */
export async function digestOf(db: Db, table: CopiedTable) {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const batch of batchesOf(db, table)) {
    for (const row of batch) hash.update(`${JSON.stringify(row)}\n`);
    rows += batch.length;
  }
  return { rows, checksum: hash.digest("hex") };
}

/** Adds rows to a table. */
export async function insertRows(db: Db, table: CopiedTable, rows: readonly Row[]): Promise<void> {
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`insert into ${sql.table(table.name)} (${columnList(table.columns)})
    values ${values}`.execute(db);
}

function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}
