import { SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { createHash } from "node:crypto";
import { HALF_MOVED } from "../../platform/store/half_moved.ts";
import type { Db } from "../../platform/store/schema.ts";
import { inTransaction } from "../../platform/store/transaction.ts";

const TABLE = sql.table(HALF_MOVED);

/** Where a move begins. */
export type Claim =
  /** In an empty database. */
  | "new"
  /** Behind what an earlier move of the same source has copied. */
  | "continued"
  /** In a database that has tables, and no mark of a move. */
  | "taken";

/**
 * Marks an empty database as the target of a move, which no server opens until {@link removeMark}.
 *
 * @throws SvcError `already_exists` when the database holds half of another registry
 */
export async function claimTarget(target: Db, source: string): Promise<Claim> {
  const { rows } = await sql<{ name: string }>`select table_name as name
    from information_schema.tables where table_schema = current_schema()`.execute(target);
  if (rows.length === 0) {
    await inTransaction(target, async (trx) => {
      await sql`create table ${TABLE} (source text not null)`.execute(trx);
      await sql`insert into ${TABLE} (source) values (${source})`.execute(trx);
    });
    return "new";
  }
  if (!rows.some(({ name }) => name === HALF_MOVED)) return "taken";
  const mark = await sql<{ source: string }>`select source from ${TABLE}`.execute(target);
  if (mark.rows[0]?.source === source) return "continued";
  throw new SvcError("already_exists", "The database has part of another registry", {
    hint: "Finish that move from its own data folder, or give a database without tables.",
  });
}

/** Lets servers open the database. */
export async function removeMark(target: Db): Promise<void> {
  await sql`drop table ${TABLE}`.execute(target);
}

/** What tells a database from every other: when each of its migrations ran. */
export async function fingerprintOf(source: Db): Promise<string> {
  const { rows } = await sql<{ name: string; timestamp: string }>`select name, timestamp
    from kysely_migration order by name`.execute(source);
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
}
