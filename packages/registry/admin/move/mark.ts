import { SvcError } from "@svc/core/error";
import { type Kysely, sql } from "kysely";
import { createHash } from "node:crypto";
import { HALF_MOVED } from "../../platform/store/half_moved.ts";
import type { Schema } from "../../platform/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

const TABLE = sql.table(HALF_MOVED);

/**
 * Marks a database as the target of a move, which no server opens until {@link removeMark}.
 *
 * @returns true when an earlier move of the same source is to be continued
 * @throws SvcError `already_exists` when the database holds anything else
 */
export async function claimTarget(target: Kysely<Schema>, source: string): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = current_schema()`.execute(target);
  if (rows.length === 0) {
    await inTransaction(target, async (trx) => {
      await sql`create table ${TABLE} (source text not null)`.execute(trx);
      await sql`insert into ${TABLE} (source) values (${source})`.execute(trx);
    });
    return false;
  }
  if (!rows.some(({ name }) => name === HALF_MOVED)) {
    throw new SvcError("already_exists", "The database to move to is not empty", {
      hint: "Give a database without tables: createdb <name>",
    });
  }
  const mark = await sql<{ source: string }>`select source from ${TABLE}`.execute(target);
  if (mark.rows[0]?.source === source) return true;
  throw new SvcError("already_exists", "The database holds half of another registry", {
    hint: "Finish that move from its own data folder, or give a database without tables.",
  });
}

/** Lets servers open the database. */
export async function removeMark(target: Kysely<Schema>): Promise<void> {
  await sql`drop table ${TABLE}`.execute(target);
}

/** What tells a database from every other: when each of its migrations ran. */
export async function fingerprintOf(source: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ name: string; timestamp: string }>`select name, timestamp
    from kysely_migration order by name`.execute(source);
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}
