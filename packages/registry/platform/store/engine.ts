import { type Kysely, PostgresAdapter } from "kysely";

/** True when `db` is Postgres: for the few statements that the engines spell differently. */
// deno-lint-ignore no-explicit-any
export function isPostgres(db: Kysely<any>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
