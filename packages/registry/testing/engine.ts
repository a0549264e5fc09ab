import { sql } from "kysely";
import { isPostgres } from "../platform/store/engine.ts";
import type { Db } from "../platform/store/schema.ts";
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
export async function refuseWrites(db: Db, write: string, message: string): Promise<void> {
  await addTrigger(db, "refused", write, {
    sqlite: `select raise(abort, '${message}')`,
    postgres: `raise exception '${message}'`,
  });
}

/**
 * Makes the store do `statement` with each write, as if somebody else had done it just before.
 *
 * @param write as in `before insert on session`
 */
export async function doBefore(db: Db, write: string, statement: string): Promise<void> {
  await addTrigger(db, "done_before", write, {
    sqlite: statement,
    postgres: `${statement}; return new`,
  });
}

async function addTrigger(
  db: Db,
  name: string,
  write: string,
  does: { sqlite: string; postgres: string },
): Promise<void> {
  const trigger = sql.raw(`create trigger ${name} ${write}`);
  if (!isPostgres(db)) {
    await sql`${trigger} begin ${sql.raw(does.sqlite)}; end`.execute(db);
    return;
  }
  const routine = sql.raw(`${name}_by_trigger()`);
  await sql`create function ${routine} returns trigger language plpgsql as
    ${sql.lit(`begin ${does.postgres}; end`)}`.execute(db);
  await sql`${trigger} for each row execute function ${routine}`.execute(db);
}
