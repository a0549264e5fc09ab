import type { ColumnType, Kysely, Transaction } from "kysely";

/**
 * Every table of the store, for kysely. Each part adds its own beside their migration, with
 * `declare module`, so that this floor names none of them. Search is kept apart, behind its own
 * interface.
 */
// deno-lint-ignore no-empty-interface
export interface Schema {}

/** The store, or a transaction in it. */
export type Db = Kysely<Schema>;

/** A transaction in the store. */
export type Trx = Transaction<Schema>;

/** A column that is set once. */
export type Fixed<Type> = ColumnType<Type, Type, never>;
