import type { ColumnBuilderCallback } from "kysely";

type Column = `${string}.${string}`;

/** A required reference: the row goes with the one that it refers to. */
export const cascade = (column: Column): ColumnBuilderCallback => (made) =>
  made.notNull().references(column).onDelete("cascade");

/** An optional one: the row stays, and no longer says to what it referred. */
export const setNull = (column: Column): ColumnBuilderCallback => (made) =>
  made.references(column).onDelete("set null");

/** An optional one: the row goes with the one that it refers to, if any. */
export const cascadeIfAny = (column: Column): ColumnBuilderCallback => (made) =>
  made.references(column).onDelete("cascade");

/** The key of a table that has one row at most for each that it refers to, and goes with it. */
export const keyOf = (column: Column): ColumnBuilderCallback => (made) =>
  made.primaryKey().references(column).onDelete("cascade");
