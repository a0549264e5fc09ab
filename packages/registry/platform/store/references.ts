import type { ColumnBuilderCallback } from "kysely";

type Column = `${string}.${string}`;

/** A required reference: the row goes with the one that it refers to. */
export const cascade = (column: Column): ColumnBuilderCallback => (made) =>
  made.notNull().references(column).onDelete("cascade");

/** An optional one: the row stays, and no longer says to what it referred. */
export const setNull = (column: Column): ColumnBuilderCallback => (made) =>
  made.references(column).onDelete("set null");
