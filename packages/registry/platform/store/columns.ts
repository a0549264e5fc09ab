import type { CreateTableBuilder } from "kysely";

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
