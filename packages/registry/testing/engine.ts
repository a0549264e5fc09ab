import { type Kysely, sql } from "kysely";
import { isPostgres } from "../platform/store/engine.ts";
import type { Schema } from "../platform/store/schema.ts";
import { TEST_SERVER } from "./database.ts";

/** Registers a test about the embedded store itself: its files, its plans, its checks. */
export function testEmbedded(name: string, fn: () => Promise<void>): void {
  const ignore = TEST_SERVER !== undefined;
  Deno.test({ name: ignore ? `${name} (skipped: about the embedded store)` : name, ignore, fn });
}

/**
 * Makes the store refuse a write, with `message`.
 *
 * @param write as in `before delete on session`
 */
export async function refuseWrites(
  db: Kysely<Schema>,
  write: string,
  message: string,
): Promise<void> {
  const when = sql.raw(write);
  if (!isPostgres(db)) {
    await sql`create trigger refused ${when} begin
      select raise(abort, ${sql.lit(message)}); end`.execute(db);
    return;
  }
  await sql`create function refuse() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(db);
  await sql`create trigger refused ${when} for each row execute function refuse()`.execute(db);
}

/**
 * Makes the store do `statement` with each write, as if somebody else had done it just before.
 *
 * @param write as in `before insert on session`
 */
export async function doBefore(
  db: Kysely<Schema>,
  write: string,
  statement: string,
): Promise<void> {
  const when = sql.raw(write);
  if (!isPostgres(db)) {
    await sql`create trigger done_before ${when} begin ${sql.raw(statement)}; end`.execute(db);
    return;
  }
  await sql`create function do_before() returns trigger language plpgsql as
    ${sql.lit(`begin ${statement}; return new; end`)}`.execute(db);
  await sql`create trigger done_before ${when} for each row execute function do_before()`
    .execute(db);
}
