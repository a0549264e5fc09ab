import type { CreateTableBuilder, Kysely } from "kysely";

const columns = (type: "text" | "integer", optional: boolean) =>
(...names: string[]) =>
(
  // deno-lint-ignore no-explicit-any
  table: CreateTableBuilder<any, any>,
) =>
  names.reduce(
    (made, name) => made.addColumn(name, type, (c) => optional ? c : c.notNull()),
    table,
  );

/** Columns of text in a row, none of them null: `createTable("t").$call(text("a", "b"))`. */
export const text = columns("text", false);
/** Columns of text in a row that may be null. */
export const textOrNull = columns("text", true);
/** Columns of whole numbers in a row, none of them null. */
export const integer = columns("integer", false);
/** Columns of whole numbers in a row that may be null. */
export const integerOrNull = columns("integer", true);

// deno-lint-ignore no-explicit-any
type AnyStore = Kysely<any>;

/** Makes an index: `await index(db, "t", "t_by_a_and_b", "a", "b")`. */
export async function index(db: AnyStore, table: string, name: string, ...columns: string[]) {
  await db.schema.createIndex(name).on(table).columns(columns).execute();
}

/** Makes an index of which no two rows have the same entry. */
export async function uniqueIndex(db: AnyStore, table: string, name: string, ...columns: string[]) {
  await db.schema.createIndex(name).unique().on(table).columns(columns).execute();
}
