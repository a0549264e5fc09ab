import type pg from "pg";
import { isBroken } from "./failure.ts";

/**
 * How often the Postgres that is asked was promoted: the first of the three numbers that name a file
 * of its log.
 */
export const TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))" +
  "::bit(32)::integer";

/**
 * How often a Postgres that takes writes, or what it is a copy of, was promoted. Of two that both take
 * writes, the one with more is the one that was meant to. 0 where it does not say, as some services do
 * that only speak as Postgres does.
 *
 * @param limit for the answer, in milliseconds
 */
export async function timelineOf(client: pg.ClientBase, limit: number): Promise<number> {
  const question: pg.QueryConfig & { query_timeout: number } = {
    // With all that a commit asks for, so that none fails where Postgres does not say.
    text: `select ${TIMELINE} as timeline, pg_current_xact_id_if_assigned() as unwritten`,
    query_timeout: limit,
  };
  try {
    const { rows } = await client.query<{ timeline?: number }>(question);
    return rows[0]?.timeline ?? 0;
  } catch (error) {
    if (isBroken(error)) throw error;
    return 0;
  }
}
