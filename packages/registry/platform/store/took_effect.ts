import { SvcError } from "@svc/core/error";
import { sql } from "kysely";
import { isPostgres } from "./engine.ts";
import type { Db, Trx } from "./schema.ts";

/** The number that Postgres gave to a transaction. */
export type TransactionMark = string;

/** Postgres' code of a number that no transaction has been given yet. */
const IN_THE_FUTURE = "22023";

/**
 * What {@link tookEffect} asks about later; undefined on the embedded store, where no answer is lost.
 */
export async function markOf(trx: Trx): Promise<TransactionMark | undefined> {
  if (!isPostgres(trx)) return undefined;
  const { rows } = await sql<{ mark: string }>`select pg_current_xact_id()::text as mark`
    .execute(trx);
  return rows[0]!.mark;
}

/**
 * True when a transaction was committed although it failed here: the connection may break between the
 * commit and its answer. Postgres remembers that for many days.
 *
 * @param mark undefined for one that was not begun
 * @throws SvcError `unavailable` while it is still on its way, or Postgres is away
 */
export async function tookEffect(db: Db, mark: TransactionMark | undefined): Promise<boolean> {
  if (mark === undefined) return false;
  const status = await statusOf(db, mark);
  if (status !== "in progress") return status === "committed";
  throw new SvcError("unavailable", "Postgres has not finished the transaction yet", {
    hint: "Try again.",
  });
}

async function statusOf(db: Db, mark: TransactionMark): Promise<string | null> {
  try {
    const { rows } = await sql<{ status: string | null }>`select
      pg_xact_status(${mark}::text::xid8) as status`.execute(db);
    return rows[0]!.status;
  } catch (error) {
    // A standby that was promoted had not come as far.
    if ((error as { code?: unknown }).code === IN_THE_FUTURE) return null;
    throw error;
  }
}
